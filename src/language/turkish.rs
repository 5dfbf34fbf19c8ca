//! Turkish.

use frostem::{Algorithm, Stemmer};

use super::forms::{
    Analysis, Asking, Chat, Classes, Compounds, Counting, Detection, FactWords, FollowUp, KindNouns, Kinds,
    Knowledge, Letters, PageWords, Routing, Spelling, StatementWords, StopWordLists,
};

/// The words of Turkish.
pub(super) const KNOWLEDGE: Knowledge = Knowledge {
    analysis: ANALYSIS,
    asks_last: true,
    stem,
    compounds: Compounds::NONE,
    detection: DETECTION,
    stop_words: STOP_WORDS,
    letters: LETTERS,
    spelling: SPELLING,
    kinds: KINDS,
    fact_words: FACT_WORDS,
    routing: ROUTING,
    small_talk: SMALL_TALK,
    follow_up: FOLLOW_UP,
    asking: ASKING,
    statement: STATEMENT,
    page_words: PAGE_WORDS,
    verbs: VERBS,
    counting: COUNTING,
};

fn stem(word: &str) -> String {
    Stemmer::new(Algorithm::Turkish).stem(word).into_owned()
}

const ANALYSIS: Analysis = Analysis {
    has_dotless: true,
    prefix_letters: 5,
    month_first: false,
    months: [
        "ocak", "şubat", "mart", "nisan", "mayıs", "haziran", "temmuz", "ağustos", "eylül", "ekim",
        "kasım", "aralık",
    ],
    percent: "yüzde",
    dollar: "dolar",
    pound: "sterlin",
    units: &[
        ("tl", '₺'),
        ("dolar", '$'),
        ("avro", '€'),
        ("yüzde", '%'),
        ("yuzde", '%'),
    ],
    contractions: "",
    elided: "",
    suffixes_after_letters: true,
    ordinal_endings: &["inci", "nci", "uncu", "ncu"],
    ordinals: &[
        "birinci",
        "ikinci",
        "ucuncu",
        "dorduncu",
        "besinci",
        "altinci",
        "yedinci",
        "sekizinci",
        "dokuzuncu",
        "onuncu",
    ],
    abbreviations: &[
        "Doç", "Arş", "Öğr", "Gör", "Yrd", "Av", "Müh", "Uzm", "Sn", "Bkz", "bkz", "vb", "vd",
        "örn", "Örn", "md", "Md", "fık", "Fak", "Böl", "Cad", "Sok", "Sk", "Mah", "Apt", "Tel",
        "Üni",
    ],
};

const DETECTION: Detection = Detection {
    letters: &['ğ', 'ş', 'ı', 'Ğ', 'Ş', 'İ', 'ç', 'ö', 'ü', 'Ç', 'Ö', 'Ü'],
    endings: &[
        "lar", "ler", "lari", "leri", "larin", "lerin", "dan", "den", "tan", "ten", "nin", "nun",
        "sini", "sinin", "lik", "luk", "yor", "iyor", "uyor", "mak", "mek", "dir", "dur", "tir",
        "acak", "ecek", "mali", "meli", "bilir", "ilir", "ulur", "imi", "umu", "siz", "suz", "yim",
    ],
    ambiguous: &[],
    is_ascii: false,
};

// Without diacritics, the words in `as_written` are different words: `su`, water; `sunu`, a
// presentation; `iste`, ask.
const STOP_WORDS: StopWordLists = StopWordLists {
    folded: "\
            acaba ama ancak artık asla aslında aynı bana bazı bazen belki ben beni benim beri \
            bir biraz biri birkaç biz bize bizi bizim böyle böylece bu buna bunda bundan bunlar \
            bunları bunların bunu bunun burada bütün çok çünkü da daha dahi de defa değil diğer \
            diye dolayı e eğer en fakat falan gibi göre hala hangi hangisi hani hatta hem henüz \
            hep hepsi her herhangi herkes hiç hiçbir için içinde ile ilgili ise kaç kadar karşı \
            kendi kendisi ki kim kime kimi mı mi mu mü mıdır midir mudur müdür mıyım miyim \
            muyum müyüm nasıl ne neden nedenle nedir neler nelerdir nerede nereden nereye nesi \
            niçin niye o olan olarak oldu olduğu olduğunu olması olmak olsa olur olursa ona \
            ondan onlar onları onların onu onun orada oysa öyle sadece sanki sen senin siz size \
            sizi sizin sonra şayet şey şeyler şöyle tarafından tüm üzere var ve veya ya yani \
            yapılır yapmak yapmam yapmalıyım yine yok yoksa zaten zaman lazım gerekir gerekiyor \
            istiyorum lütfen",
    as_written: "işte şu şuna şunu",
};

const LETTERS: Letters = Letters {
    most_vowels: 1,
    most_consonants: 2,
    consonants_at_start: 1,
    y_is_vowel: false,
    is_agglutinative: true,
};

const SPELLING: Spelling = Spelling {
    ordinary: "\
            acil açık adına alan alır alıyor almak alması amaç ara arada arka artan aşağı bağlı \
            bakan bakanlık başka başkanlık belli benzer bilen bilgi biliyor bilmek biten boyu \
            bugün bulan bulmak bulur büyük cevap çalışan çeşit çeşitli çıkan çıkar çıkış çocuk \
            dedi demek denir devam dışı diyor doğru duyan dün düşük eden eder edilen edilir \
            ediyor ekle emin erken eski etkin etmek etti evet geçen geçer geçmek gelen gelir \
            geliyor gelmek genç geri getiren gidecek giden gider gitmek gören görev görmek \
            görünen görür güzel hafta hakka hayat hazır hızlı iki ikinci ilgi ilgili ilk insan \
            isim istek ister isteyen iyi izin izlenen izlenir kabul kadın kalan kalır kapalı \
            karar katılan katkı kısa kişi kolay konu kötü kurulum kuruluş küçük mevcut mutlu \
            neyi olacak olası oldu olduk olmak olması olsun olunan oluşan oluyor orta öğretim \
            öğretmen önce önceki önemli öneri özel özür para parası parça rolü saat sabah sahip \
            sanırım sayı sebep seçen seçer sessiz soru sorun sunan sunar süre süren sürer şans \
            şimdi tamam tane tatil tekrar temel türlü uygun uzun vakit varsa veren verilen \
            verir veriyor vermek yakın yanlış yapan yapar yapılan yapma yarar yardım yarın \
            yaşam yaşayan yazan yazar yazı yeni yeniden yeter yolu yorum yönetim yönetmen \
            yüksek yürür zor zorunlu",
    endings_of_names: "li lu lik luk ci cu siz suz daki deki taki teki",
};

const KINDS: Kinds = Kinds {
    how_long: "ne kadar surer,ne kadar sure,kac gun,kac ay,kac yil,kac hafta,kac saat,kac sene,suresi",
    when: "ne zaman,hangi tarihte,hangi tarihler,hangi gun,kacta,son gun,son tarih,hangi ay",
    how_much: "ne kadar,kac,kactir,kac para,kac tane",
    who: "kim,kimdir,kime,kimler,kimin",
    place: "nerede,nereden,nereye,neresi,nerededir,hangi bina",
    why: "neden,nicin,niye",
    how: "nasil,nasildir",
    what: "nedir,nelerdir,neler,ne,hangi,hangisi,hangileri,tanimi,hakkinda bilgi",
    yes_no_first: "",
    yes_no: "mi,mu,miyim,muyum,misin,musun,miyiz,muyuz,midir,mudur,misiniz,musunuz",
    nouns: KindNouns {
        when: "tarih,tarihi,tarihleri,takvim,takvimi",
        how_much: "ucret,ucreti,ucretleri,fiyat,fiyati,harc,harci,bedel,bedeli,maas,maasi",
        place: "yer,yeri,adres,adresi,konum,konumu",
        how_long: "sure,sureler,sureleri",
        how: "",
    },
};

const FACT_WORDS: FactWords = FactWords {
    tells_apart: "artik beri bazi bazen biraz birkac butun daha diger eger en hala hem henuz hep \
            hepsi her herhangi ise karsi kendi kime kimi nereden nereye nesi oldu sadece sonra \
            tum yine",
    negations: "degil yok olmadan olmayan haric disinda hic hicbir olmaksizin",
    negative_endings: "mayan mayanlar meyen meyenler maz mez mazsa mezse mazsam mezsem madan meden mamis memis",
    noun_endings: "\
            ler lar lari leri si su yi yu i u in un nin nun im um imiz umuz iniz unuz na ne ni \
            nu da de ta te nda nde dan den tan ten ndan nden ya ye a e ca ce la le yla yle ki \
            dir dur tir tur",
};

const ROUTING: Routing = Routing {
    asks_figures: false,
    quantity: "\
            kac,kactir,kacta,kacinci,ne kadar,ne kadardir,ne kadarlik,ne kadardi,kac para,\
            ne zaman,ne zamana,ne zamandan,ne zamandir,hangi tarihte,hangi tarihler,\
            hangi tarihe,hangi gun,hangi ay,hangi yil,en gec,kim,kimdir,kimler,nerede,nerededir,\
            neresi",
    definition: "nedir,nelerdir,ne demek,ne demektir,kimdir",
    complex: "\
            nasil,miyim,muyum,miyiz,muyuz,misin,misiniz,neden,nicin,niye,gerekir mi,\
            gerekiyor mu,lazim mi,olur mu,yapmaliyim,etmeliyim,yapmam gerekir,yapmam gerekiyor,\
            ne yapmaliyim,ne yapmam,ne yapabilirim,uygun muyum,hakkim var mi,arasindaki fark,\
            hakkinda,benim",
    keywords: "\
            kontenjan,ücret,tarih,son gün,son günü,ilk günü,son tarih,ne zaman,fiyat,harç,sayı,\
            sayısı,miktar,tutar,süre,maaş,telefon,adres,saat,mesai,kota,sınır,oran,yüzde,kredi,\
            kapasite,bedel,ceza,yaş,depozito,puan,indirim,başlangıç,bitiş",
    units: "dolar sterlin lira yuzde",
};

const SMALL_TALK: Chat = Chat {
    phrases: "\
            merhaba|merhabalar|selam|selamlar|selamün aleyküm|aleyküm selam|günaydın|tünaydın|\
            iyi günler|iyi akşamlar|iyi geceler|iyi çalışmalar|iyi haftalar|kolay gelsin|\
            nasılsın|nasılsınız|naber|ne haber|nasıl gidiyor|teşekkür|teşekkürler|\
            teşekkür ederim|teşekkür ederiz|sağ ol|sağol|sağ olun|sağolun|eyvallah|rica ederim|\
            tamam|tamamdır|peki|anladım|harika|süper|mükemmel|evet|hayır|görüşürüz|\
            görüşmek üzere|hoşça kal|hoşçakal|hoşça kalın|hoşçakalın|güle güle|kendine iyi bak|\
            kimsin|kimsiniz|adın ne|adınız ne|robot musun|bot musun|ne yapabilirsin|\
            neler yapabilirsin|neler yapıyorsun|sorum var|soru sormak istiyorum|\
            bir şey soracağım|yardım eder misin|yardım eder misiniz|yardımcı olur musun|\
            yardımcı olur musunuz",
    fillers: "hocam|efendim|abi|arkadaşlar|herkese|tekrar",
};

const FOLLOW_UP: FollowUp = FollowUp {
    openers: "peki ya|peki ama|peki|ya|ve|bir de|ayrica|o zaman",
    pronouns: "\
            onu|ona|onun|onda|ondan|onlar|onlari|onlara|onlarin|bunu|buna|bunun|bunda|bundan|\
            bunlar|bunlari|bunlara|bunlarin|sunu|suna|sunun|orada|oraya|oradan|burada|buraya|\
            onunla|bununla",
    pointers: "o|bu|su",
    after_pointers: "\
            ne|nedir|kac|nasil|neden|niye|nicin|nerede|nereye|nereden|kim|hangi|mi|mu|midir|\
            mudur|icin|zorunlu|gerekli|ucretli|ucretsiz",
    asking: "\
            ne|nedir|kac|kacta|kaca|kacinci|nasil|neden|niye|nicin|nerede|nereye|nereden|neresi|\
            kim|kime|kimden|hangi|hangisi|mi|mu|midir|mudur|miyim|muyum|nelerdir|neler|lazim|\
            gerekir|gerekiyor|var|yok|olur",
    fillers: "kadar|zaman|gun|para|bir|ben|biz|acaba|tam|olarak",
    circumstance: "icin",
    articles: "",
    attributes: "\
            ucret|fiyat|bedel|maliyet|depozito|harc|sure|tarih|yer|adres|sart|kosul|telefon|\
            numara|saat|belge|evrak|kontenjan|taban|puan|calisma|basvuru|kayit|kayd|gun|son|\
            form|iletisim|program",
    classifiers: "oda|sinav|vize|ogrenci|bolum|fakulte|enstitu|yuksekokul|kampus|ders|donem|kart|burs|izn",
    predicates: "\
            surer|suruyor|tutar|tutuyor|baslar|basliyor|baslayacak|biter|bitiyor|bitecek|acilir|\
            aciliyor|acilacak|kapanir|kapaniyor|verilir|veriliyor|alinir|aliniyor|gidilir|\
            odenir|odeniyor|acik|kapali|zorunlu|gerekli|ucretli|ucretsiz|gecerli|mumkun|dahil|\
            serbest|yasak|uygun|aciklanir|aciklanacak|yapiliyor|ediliyor|edilir",
    persons: "esim|cocugum|cocuklarim|ailem|annem|babam|kardesim|arkadasim|misafirim",
    chat: "merhaba|selam|tesekkurler|tesekkur|sagol|tamam|harika|peki",
    endings: "\
            s|es|i|u|si|su|in|un|a|e|da|de|ta|te|dan|den|tan|ten|lar|ler|lari|leri|ni|na|ne|nin|\
            nun|nda|nde|nu|larin|lerin|lara|lere|larda|lerde|larini|lerini",
    classes: Classes {
        exams: "vize|butunleme",
        degrees: "yuksek lisans|on lisans|onlisans|lisans|doktora",
        rooms: "tek kisilik|cift kisilik|iki kisilik|uc kisilik|dort kisilik",
        seasons: "guz|bahar|yaz|kis",
        periods: "gunluk|haftalik|aylik|yillik|donemlik",
        hours: "tam zamanli|yari zamanli",
        origins: "yabanci|yerli|uluslararasi",
        meals: "kahvalti|ogle yemegi|aksam yemegi",
        people: "erkek|kadin|kiz",
        days: "\
                pazartesi|sali|carsamba|persembe|cumartesi|cuma|pazar|hafta sonu|hafta ici|\
                bugun|yarin|tatilde|bayramda",
        times_of_day: "sabah|ogle|aksam|gece",
        months: "ocak|subat|mart|nisan|mayis|haziran|temmuz|agustos|eylul|ekim|kasim|aralik",
    },
};

const ASKING: Asking = Asking {
    time: "\
            ne zaman,ne zamana,ne zamandan,ne zamandir,hangi tarih,hangi tarihte,hangi tarihler,\
            hangi tarihlerde,hangi yil,hangi yilda,hangi yillar,hangi yillarda,hangi ay,\
            hangi ayda,hangi aylarda,hangi gun,hangi gunde,hangi gunler,hangi gunlerde,\
            hangi yuzyilda,kac yilinda,kac yilindan,son gun,son gunu,son tarih,son tarihi,\
            tarihi nedir",
    hours: "\
            kacta,calisma saatleri,acilis saatleri,gorusme saatleri,mesai saatleri,saat kacta,\
            saatleri",
    duration: "\
            kac gun,kac gunde,kac gundur,kac gunluk,kac is gunu,kac hafta,kac ay,kac aylik,\
            kac yil,kac yillik,kac sene,kac senelik,kac saat,kac dakika,kac yariyil,kac donem,\
            ne kadar sure,ne kadar surer,ne kadar suruyor,ne kadar surede,suresi,\
            suresi ne kadar,suresi nedir",
    amount: "\
            kac,kaci,kactir,kacinci,kacini,kacar,ne kadar,ne kadari,ne kadardir,ne kadarlik,\
            kontenjan,kontenjani,en fazla,en az,azami,asgari,yuzde",
    person: "\
            adi nedir,adi ne,ismi,kim,kimdir,kimin,kime,kimi,kimler,kimlerdir,kimlere,kimden,\
            kimle,kiminle,kimlerden",
    telephone: "telefon,telefonu,tel",
    contact: "eposta,e posta,epostasi,e postasi,mail adresi,maili,iletisim",
    place: "\
            nerede,nerededir,nereden,nereye,neresi,neresidir,neresinde,neredeydi,nerelerde,\
            hangi sehir,hangi sehirde,hangi ulke,hangi ulkede,hangi bina,hangi binada,\
            hangi ilde,hangi bolgede",
    list: "\
            hangi belge,hangi belgeler,hangi belgeleri,hangi belgelerle,hangi evrak,\
            hangi evraklar,gerekli belgeler,neler,nelerdir,neleri,sartlar,sartlari,kosullar,\
            kosullari,hangileri,hangileridir",
    procedure: "nasil,adimlar,adimlari,ne yapmaliyim,ne yapmam",
    assent: "mi,mu,miyim,miyiz,muyum,muyuz,midir",
    definition: "nedir $,ne demek $,ne demektir $,ne $",
    named: "kimdir,kimlerdir,adi nedir,adi ne,ismi,isim,adi",
    prices: "\
            ucret,ucreti,ucretleri,fiyat,fiyati,fiyatlari,tutari,bedel,bedeli,harc,harci,kira,\
            kirasi,kac para,kac tl,kac lira,kac dolar,kac euro,kac avro,kac sterlin,ne kadara,\
            maas ne,maasi ne,maaslar ne,maaslari ne,maasi nedir,maaslari nedir,maasi kac,\
            burs ne kadar,bursu ne kadar,burslari ne kadar,burs miktari,odenek ne kadar,\
            odenegi ne kadar,odenek miktari,yevmiye ne kadar,yevmiyesi ne kadar,\
            ne kadar burs,ne kadar odenek,ne kadar maas,ne kadar odenir,ne kadar oderim,\
            ne kadar kazanir,ne kadar kazanirim,ne kadar kazaniyor",
};

const STATEMENT: StatementWords = StatementWords {
    dates: "\
            ocak subat mart nisan mayis haziran temmuz agustos eylul ekim kasim aralik \
            pazartesi sali carsamba persembe cuma cumartesi pazar ocakta subatta martta nisanda \
            ekimde kasimda",
    clock: "saat saatleri oglen",
    numbers: "\
            iki dort bes alti yedi sekiz dokuz yirmi otuz kirk elli altmis yuz milyon yarisi \
            ucretsiz",
    one: "bir",
    units_of_time: "\
            gun gunu gunluk gunde gundur hafta haftalik haftadir ay aylik aydir yil yillik \
            yildir sene senedir saat saatlik saattir dakika yariyil yariyildir donem donemdir",
    currencies: "tl lira liradir dolar avro euro eur usd sterlin try",
    free: "ucretsiz bedava ucretsizdir alinmaz odenmez",
    offices: "\
            rektor dekan mudur muduru baskan baskani danisman koordinator sorumlu profesor \
            ogretim bakan padisah sultan",
    places: "\
            oda odasi bina binasi kat katta katinda kampus kampusu kampuste sokak cadde caddesi \
            blok ofis ofisi salon salonu kutuphane sehir sehri mudurluk baskanligi merkezi \
            sayfasi",
    deeds: "basvurun doldurun teslim secin gonderin odeyin edilir verilir gerekir",
    assents: "evet hayir zorunlu degil mumkun gerekmez yoktur vardir",
    meanings: "denir demek",
    modal_endings: "abilir ebilir amaz emez",
    defining_endings: "dir dur tir tur",
    yes_and_no: "Evet|Hayır",
    leaning: "ancak|fakat|ama|lakin|bunun|buna|bunlar|bunlarin|bu|ayrica|dolayisiyla|aksi|yine|boylece|\
        bundan|o halde|bu nedenle|bu durumda|soz konusu|sonra|daha sonra|aksi halde|aksi takdirde",
};

const PAGE_WORDS: PageWords = PageWords {
    labels: "\
            form no|form kodu|dokuman no|belge no|yayin tarihi|yururluk tarihi|revizyon|rev. no|\
            rev no|rev. tarihi|rev tarihi|degisiklik no|sayfa no|sayfa:",
    furniture: "\
            son guncel|sayfa guncel|hakki sakli|haklari sakli|bu site cerez|sitede cerez|\
            sitesi cerez|sitesinde cerez|sitemizde cerez",
    homes: "ana sayfa |anasayfa ",
    news: "haber haberler duyuru duyurular etkinlik etkinlikler arsiv bulten bultenler",
};

// Turkish puts the mood into the verb's ending, but the stemmer knows only the endings of nouns. So
// the list has each form that regulations and help pages use.
const VERBS: &str = "\
    gerekir gerekmektedir gereklidir zorundadır zorunludur yapılır yapılmaktadır yapılmalıdır \
    edilir edilmektedir edilmelidir verilir verilmektedir alınır alınmaktadır alınmalıdır \
    ödenir ödenmektedir ödenmelidir başlar başlamaktadır biter bitmektedir sürer sürmektedir \
    olur olmalıdır olmaktadır başvurur başvurabilir başvurmalıdır yapabilir alabilir olabilir \
    yapmalıdır sunulur sağlar sağlanır sağlamaktadır içerir içermektedir kapsar oluşur \
    oluşmaktadır denir tanımlanır uygulanır hesaplanır belirlenir düzenlenir bulunur \
    bulunmaktadır tutar";

const COUNTING: Counting = Counting {
    numbers: &[
        ("bir", 1),
        ("iki", 2),
        ("uc", 3),
        ("dort", 4),
        ("bes", 5),
        ("alti", 6),
        ("yedi", 7),
        ("sekiz", 8),
        ("dokuz", 9),
        ("on", 10),
        ("yirmi", 20),
        ("otuz", 30),
        ("kirk", 40),
        ("elli", 50),
        ("altmis", 60),
        ("yetmis", 70),
        ("seksen", 80),
        ("doksan", 90),
        ("yuz", 100),
        ("bin", 1000),
    ],
    within: "",
    multiples: ["bin", "milyon", "milyar"],
    counted: "\
            saniye dakika saat gun hafta ay ayi aylik aydir yil yariyil donem sayfa kredi akts \
            ders ogrenci kisi puan nusha adet kopya lira dolar euro avro tl",
    has_endings: true,
    between: &["is", "takvim", "tam"],
    short_months: [
        &["oca"],
        &["sub"],
        &["mar"],
        &["nis"],
        &["may"],
        &["haz"],
        &["tem"],
        &["agu"],
        &["eyl"],
        &["eki"],
        &["kas"],
        &["ara"],
    ],
    changed_months: &[("aralig", 12), ("ocag", 1)],
    month_endings: &[
        "a", "e", "i", "u", "da", "de", "ta", "te", "dan", "den", "tan", "ten", "in", "un", "nin",
        "dir", "ya", "ye", "daki", "deki",
    ],
};
