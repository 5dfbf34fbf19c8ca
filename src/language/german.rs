//! German.

use frostem::{Algorithm, Stemmer};

use super::forms::{Asking, Chat, Compounds, FollowUp, Knowledge, PageWords, Routing, StatementWords, StopWordLists};
use super::other;

/// The words of German.
pub(super) const KNOWLEDGE: Knowledge = Knowledge {
    stem,
    compounds: Compounds {
        linking: &[
            ["s", ""],
            ["es", ""],
            ["n", ""],
            ["en", ""],
            ["er", ""],
            ["e", ""],
            ["", "e"],
            ["s", "e"],
            ["en", "um"],
            ["en", "a"],
        ],
        suffixes: "ende enden ender endes endem innen haft weise",
    },
    stop_words: StopWordLists {
        folded: "\
            aber alle allem allen aller alles als also am an andere anderen auch auf aus bei \
            beim bin bis bist da damit dann das dass dein deine dem den denn der des dessen die \
            dies diese diesem diesen dieser dieses doch dort du durch ein eine einem einen \
            einer eines er es etwas euch euer für gegen gibt hab habe haben hat hatte hatten \
            hier hin ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in ins ist ja jede jedem \
            jeden jeder jedes kann kannst kein keine keinen können könnte man mein meine meinem \
            meinen meiner mich mir mit muss müssen nach nicht noch nun nur ob oder ohne sehr \
            sein seine seinem seinen seiner selbst sich sie sind so soll sollte sondern um und \
            uns unser unsere unter vom von vor wann war waren warum was welche welchem welchen \
            welcher welches wem wen wenn wer werde werden wie wieder wieso wieviel viel viele \
            will wir wird wo woher wohin wurde wurden zu zum zur zwischen über bitte",
        ..other::KNOWLEDGE.stop_words
    },
    routing: Routing {
        quantity: "wer,wer ist,wo,wo ist,wo sind,wo finde ich",
        definition: "was ist,was sind,was bedeutet,was heißt",
        complex: "\
            wie kann ich,wie beantrage,wie melde,wie bekomme,wie funktioniert,kann ich,darf ich,\
            muss ich,soll ich,bin ich,warum,wieso,weshalb,was passiert,unterschied zwischen,\
            mein,meine,meinen,erkläre",
        keywords: "\
            gebühr,gebühren,kosten,preis,frist,termin,datum,dauer,anzahl,höhe,betrag,höchstens,\
            mindestens,gehalt,telefon,adresse,öffnungszeiten,kapazität,alter,gültigkeit,\
            bearbeitungszeit,kaution,rabatt,beginn,ende",
        ..other::KNOWLEDGE.routing
    },
    small_talk: Chat {
        phrases: "\
            hallo|hi|hey|guten tag|guten morgen|guten abend|gute nacht|grüß gott|servus|moin|\
            danke|danke schön|vielen dank|tausend dank|bitte schön|gern geschehen|okay|ok|\
            alles klar|super|prima|perfekt|verstanden|ja|nein|tschüss|auf wiedersehen|bis bald|\
            bis später|schönen tag|wie geht es dir|wie geht es ihnen|wie geht es|wie gehts|\
            wer bist du|wer sind sie|bist du ein bot|bist du ein roboter|was kannst du|\
            ich habe eine frage|kannst du mir helfen|können sie mir helfen",
        fillers: "zusammen|sehr|nochmals|bitte|schön",
    },
    asking: Asking {
        time: "\
            wann,ab wann,bis wann,seit wann,welches datum,an welchem tag,welcher tag,\
            welches jahr,in welchem jahr,welcher monat,frist,fristen,termin,termine,stichtag",
        hours: "\
            um wie viel uhr,um wieviel uhr,wie spät,öffnungszeiten,sprechzeiten,sprechstunde,\
            sprechstunden,geöffnet",
        duration: "\
            wie lange,wie viele tage,wie viele wochen,wie viele monate,wie viele jahre,\
            wie viele stunden,wie viele minuten,wie viele semester,dauer,bearbeitungszeit",
        amount: "\
            wie viel,wieviel,wie viele,wieviele,wie hoch,wie alt,wie oft,wie groß,wie weit,\
            anzahl,prozent,höchstens,mindestens,maximum,minimum",
        telephone: "telefon,telefonnummer,rufnummer,tel",
        contact: "e mail,email,mailadresse,kontakt",
        list: "\
            welche unterlagen,welche dokumente,welche nachweise,voraussetzungen,\
            welche voraussetzungen,anforderungen,was brauche ich,was benötige ich",
        procedure: "\
            wie kann ich,wie beantrage ich,wie melde ich,wie bekomme ich,wie bewerbe ich,\
            wie mache ich,wie geht,wie funktioniert,schritte",
        assent: "\
            ^ kann ich,^ können wir,^ darf ich,^ muss ich,^ soll ich,^ bin ich,^ ist es,\
            ^ gibt es,^ braucht man,^ kann man,^ darf man,^ muss man",
        definition: "^ was ist,^ was sind,^ was bedeutet,^ was heißt",
        named: "",
        prices: "\
            kostet,kosten,preis,preise,gebühr,gebühren,teuer,miete,entgelt,beitrag,\
            das gehalt,die gehälter,der lohn,die löhne,die vergütung,verdient,verdienen",
        ..other::KNOWLEDGE.asking
    },
    statement: StatementWords {
        dates: "\
            januar jänner februar märz april mai juni juli august september oktober november \
            dezember montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag",
        clock: "uhr mittags mitternacht vormittags nachmittags",
        numbers: "\
            zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig hundert \
            tausend million hälfte doppelt",
        one: "ein eine einen einem einer",
        units_of_time: "\
            tag tage tagen woche wochen monat monate monaten jahr jahre jahren stunde stunden \
            minute minuten semester werktage werktagen arbeitstage",
        currencies: "euro eur usd dollar franken chf pfund",
        free: "kostenlos kostenfrei gratis gebührenfrei unentgeltlich",
        deeds: "\
            beantragen ausfüllen klicken wählen senden schicken hochladen besuchen \
            unterschreiben bezahlen einreichen anmelden",
        assents: "\
            ja nein nicht kann können darf dürfen muss müssen erlaubt verpflichtend möglich \
            pflicht zulässig",
        meanings: "bedeutet bezeichnet heißt",
        ..other::KNOWLEDGE.statement
    },
    follow_up: FollowUp {
        openers: "und was ist mit|und wie ist es mit|was ist mit|und",
        asking: "\
            wie|wann|wo|wohin|woher|was|wer|wen|wem|welche|welcher|welches|warum|ist|sind|gibt|\
            kann|darf|muss",
        fillers: "\
            viel|lange|hoch|kostet|kosten|dauert|der|die|das|den|dem|des|ein|eine|einen|einem|\
            einer|mein|meine|unser|ich|wir|man|es",
        circumstance: "für|bei|im",
        articles: "der|die|das|den|dem|ein|eine|einen",
        ..other::KNOWLEDGE.follow_up
    },
    page_words: PageWords {
        news: "aktuelles nachrichten veranstaltungen",
        ..other::KNOWLEDGE.page_words
    },
    ..other::KNOWLEDGE
};

fn stem(word: &str) -> String {
    Stemmer::new(Algorithm::German).stem(word).into_owned()
}
