//! Ordinary words: anybody may use them, and the pages of a small site may not have them, where
//! another word that is only a letter away would be taken for what was meant (`kind` for `mind`).
//! Longer words have fewer neighbours, and those that have one are here with it. Stop words are known as such.

use crate::text::{Language, fold, fold_char, stem};

/// Whether a word, or its stem, is an ordinary one of a language.
pub(super) fn is_ordinary(word: &str, language: Language) -> bool {
    let list = match language {
        Language::Turkish => TURKISH,
        Language::English => ENGLISH,
        Language::Other => return false,
    };
    let (key, stem) = (fold(word), fold(&stem(word, language)));
    // Only words that begin alike are folded. A stem begins as its word does.
    list.split_ascii_whitespace()
        .filter(|ordinary| first_letter(ordinary) == key.chars().next())
        .map(fold)
        .any(|ordinary| ordinary == key || ordinary == stem)
}

fn first_letter(word: &str) -> Option<char> {
    let mut first = None;
    fold_char(word.chars().next()?, &mut |folded| {
        first = first.or(Some(folded));
    });
    first
}

const ENGLISH: &str = "\
    able accept agree ahead allow almost alone along already always among answer apart appear area \
    arrive away back bank base began begin behind believe below best better beyond bill board body \
    book born bottom bought break bring broke brought build built busy call came card care carry \
    case cash catch caught cause chance change cheap check child choice choose city clean clear \
    close cold come common contact contest context contract copy corner cost could council counsel \
    count country cover cross daily dark date deal dear death deep desert dessert died door doubt \
    draw dream drink drive drop drove duty early earn easy edge either election else empty enjoy \
    enough enter equal error even event ever every exact extra face fact fail fair fall family fast \
    fear feel feet fell felt field fight fill final find fine fire firm first fish five flat floor \
    follow food foot force forget form found four free fresh friend front full game gave gift girl \
    give given glad goal goes gold gone good grade great green ground group grow guess guest hair \
    half hall hand hang happen happy hard hate head hear heard heart heat heavy held help hide high \
    hill hire hold hole home hope hotel hour house huge hurt idea infection injection intention \
    invention issue item join jump keep kept kids kill kind knew know known lack land large last \
    late later laugh lead learn least leather leave lecture lecturer left lend less letter level \
    life lift light like limit line link list listen live load lock long look lose lost loud love \
    luck lunch made mail main make many marital mark martial matter maybe mean meant meet might mile \
    milk mind mine minor miss model money month mood moon morning mother mouth move much music must \
    name national near nearly need never news next nice night nine noise none normal note nothing \
    notice offer often okay once open order other ought pack page paid pain pair paper park part \
    party pass past path pick piece place plan play plenty point poor post pound power president \
    price print proud prove pull push quick quiet quite race rain raise rare rate rather rational \
    reach read ready real really reason recent rent repair reply resident rest return rich ride \
    right ring rise risk road rock role room rough round rule rush safe said sale salt same sand \
    save seat seek seem seen selection self sell send sense sent serve seven shall shape share sharp \
    ship shirt shoe shop short should shout show shut sick side sign simple sing single size skin \
    sleep slow small smell smile snow soft sold song soon sorry sort sound space speak speed spell \
    spend spent spoke sport spot stage stand star start stay steal step stick still stock stone \
    stood stop store storm story street strong stuck study style sudden suit sure swim table take \
    taken talk tall taste taught teach tear teen test thank thick thin thing think third though \
    thought three threw throw tight till time tired today told took total touch tour toward town \
    trade train treat tree trip true trust turn twice type under unit upon upper usual value very \
    view visit voice vote wait wake walk wall want warm warn wash waste watch water wave weak wear \
    weather week weight well went wheel white whole wide wife wild wind window wise wish within \
    without wonder word wore work world worry worse worst worth would write wrong wrote year young";

const TURKISH: &str = "\
    acil açık adına alan alır alıyor almak alması amaç ara arada arka artan aşağı bağlı bakan \
    bakanlık başka başkanlık belli benzer bilen bilgi biliyor bilmek biten boyu bugün bulan bulmak \
    bulur büyük cevap çalışan çeşit çeşitli çıkan çıkar çıkış çocuk dedi demek denir devam dışı \
    diyor doğru duyan dün düşük eden eder edilen edilir ediyor ekle emin erken eski etkin etmek etti \
    evet geçen geçer geçmek gelen gelir geliyor gelmek genç geri getiren gidecek giden gider gitmek \
    gören görev görmek görünen görür güzel hafta hakka hayat hazır hızlı iki ikinci ilgi ilgili ilk \
    insan isim istek ister isteyen iyi izin izlenen izlenir kabul kadın kalan kalır kapalı karar \
    katılan katkı kısa kişi kolay konu kötü kurulum kuruluş küçük mevcut mutlu neyi olacak olası \
    oldu olduk olmak olması olsun olunan oluşan oluyor orta öğretim öğretmen önce önceki önemli \
    öneri özel özür para parası parça rolü saat sabah sahip sanırım sayı sebep seçen seçer sessiz \
    soru sorun sunan sunar süre süren sürer şans şimdi tamam tane tatil tekrar temel türlü uygun \
    uzun vakit varsa veren verilen verir veriyor vermek yakın yanlış yapan yapar yapılan yapma yarar \
    yardım yarın yaşam yaşayan yazan yazar yazı yeni yeniden yeter yolu yorum yönetim yönetmen \
    yüksek yürür zor zorunlu";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r11_ordinary_words_are_known_however_typed_and_by_their_stem() {
        assert!(is_ordinary("kind", Language::English) && is_ordinary("kinds", Language::English));
        assert!(is_ordinary("cesit", Language::Turkish) && is_ordinary("çeşit", Language::Turkish));
        assert!(!is_ordinary("kind", Language::Turkish) && !is_ordinary("kind", Language::Other));
        assert!(!is_ordinary("knid", Language::English));
    }
}
