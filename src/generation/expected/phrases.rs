//! The phrases by which a question asks for a kind of thing.

use super::Expected;

/// Fold keys of the phrases that ask for a kind. The first matching kind counts: `kaç yılında` asks for a time, `kaç`
/// alone for an amount.
pub(super) const QUESTIONS: &[(Expected, &str)] = &[
    (
        Expected::Time,
        "when, what year, which year, what date, which date, what day, which day, what month, \
         which month, deadline, deadlines, ne zaman, ne zamana, ne zamandan, \
         ne zamandir, hangi tarih, hangi tarihte, hangi tarihler, hangi tarihlerde, hangi yil, \
         hangi yilda, hangi yillar, hangi yillarda, hangi ay, hangi ayda, hangi aylarda, \
         hangi gun, hangi gunde, hangi gunler, hangi gunlerde, hangi yuzyilda, kac yilinda, \
         kac yilindan, son gun, son gunu, son tarih, son tarihi, tarihi nedir",
    ),
    (
        Expected::Hours,
        "what time, opening hours, office hours, working hours, business hours, opening times, hours of, kacta, \
         calisma saatleri, acilis saatleri, gorusme saatleri, mesai saatleri, saat kacta, saatleri",
    ),
    (
        Expected::Duration,
        "how long, how many minutes, how many hours, how many days, how many weeks, how many months, \
         how many years, how many semesters, how many terms, kac gun, kac gunde, kac gundur, kac gunluk, \
         kac is gunu, kac hafta, kac ay, kac aylik, kac yil, kac yillik, kac sene, kac senelik, kac saat, \
         kac dakika, kac yariyil, kac donem, ne kadar sure, ne kadar surer, ne kadar suruyor, \
         ne kadar surede, suresi, suresi ne kadar, suresi nedir",
    ),
    (
        Expected::Amount,
        "how much, how many, how old, how far, how often, how fast, how soon, how quickly, how big, \
         how large, what number, which number, id number, amount, percentage, limit, cap, minimum, maximum, kac, kaci, kactir, kacinci, \
         kacini, kacar, ne kadar, ne kadari, ne kadardir, ne kadarlik, kontenjan, kontenjani, en fazla, en az, azami, asgari, yuzde",
    ),
    (
        Expected::Person,
        "who, whom, whose, name of, names of, what name, which person, adi nedir, adi ne, ismi, kim, kimdir, kimin, kime, kimi, kimler, kimlerdir, kimlere, kimden, \
         kimle, kiminle, kimlerden",
    ),
    (
        Expected::Contact,
        "phone, telephone, phone number, number to call, email, e mail, email address, telefon, telefonu, \
         telefon numarasi, eposta, e posta, epostasi, e postasi, mail adresi, maili, iletisim",
    ),
    (
        Expected::Place,
        "where, what city, which city, what country, which country, which building, what room, \
         which room, nerede, nerededir, nereden, nereye, neresi, neresidir, neresinde, \
         neredeydi, nerelerde, hangi sehir, hangi sehirde, hangi ulke, hangi ulkede, hangi bina, \
         hangi binada, hangi ilde, hangi bolgede",
    ),
    (
        Expected::List,
        "which documents, what documents, requirements, what do i need, what is needed, hangi belge, \
         hangi belgeler, hangi belgeleri, hangi belgelerle, hangi evrak, hangi evraklar, \
         gerekli belgeler, neler, nelerdir, neleri, sartlar, sartlari, kosullar, kosullari, \
         hangileri, hangileridir",
    ),
    (
        Expected::Procedure,
        "how do i, how do we, how do you, how can i, how can we, how can you, how should i, how to, \
         which steps, what steps, steps, nasil, adimlar, adimlari, ne yapmaliyim, ne yapmam",
    ),
    (
        Expected::Assent,
        "^ can, ^ may i, ^ may we, ^ do i, ^ do we, ^ does, ^ is it, ^ is there, ^ are there, ^ must i, ^ should i, \
         ^ am i, ^ will i, mi, mu, miyim, miyiz, muyum, muyuz, midir",
    ),
    (
        Expected::Definition,
        "^ what is, ^ what are, ^ what does, nedir $, ne demek $, ne demektir $, ne $",
    ),
];

/// Fold keys of phrases about money.
pub(super) const PRICES: &str = "cost, costs, price, prices, fee, fees, tuition, rent, ucret, ucreti, ucretleri, \
    fiyat, fiyati, fiyatlari, tutari, bedel, bedeli, harc, harci, kira, kirasi, kac para, kac tl, kac lira, \
    kac dolar, kac euro, ne kadara";
