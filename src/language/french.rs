//! French.

use frostem::{Algorithm, Stemmer};

use super::forms::{Asking, Chat, FollowUp, Knowledge, PageWords, Routing, StatementWords, StopWordLists};
use super::other;

/// The words of French.
pub(super) const KNOWLEDGE: Knowledge = Knowledge {
    stem,
    stop_words: StopWordLists {
        folded: "\
            à ai au aucun aussi autre aux avec avoir avant ce cela celle celui ces cet cette \
            chez comme comment combien dans de des depuis doit donc dont du elle elles en entre \
            es est et étaient était être eu fait faire il ils je la le les leur leurs lors lui \
            ma mais me mes moi mon même ne ni nos notre nous on ont ou où par pas pendant peut \
            peux plus pour pourquoi quand que quel quelle quelles quels qui quoi sa sans se ses \
            si son sont sous sur ta te tes toi ton tous tout toute toutes très tu un une va \
            vers vos votre vous y été doivent dois suis faut ça",
        ..other::KNOWLEDGE.stop_words
    },
    routing: Routing {
        quantity: "qui,qui est,où,où est,où sont,où se trouve",
        definition: "qu est ce que,qu est ce qu un,qu est ce qu une,c est quoi,que signifie,que veut dire",
        complex: "\
            comment faire,comment obtenir,comment demander,comment puis je,puis je,peut on,\
            est ce que je,dois je,pourquoi,que se passe,différence entre,mon,ma,mes,expliquez",
        keywords: "\
            frais,coût,prix,tarif,date,date limite,délai,durée,nombre,montant,maximum,minimum,\
            salaire,téléphone,adresse,horaires,capacité,âge,validité,caution,réduction,début,fin",
        ..other::KNOWLEDGE.routing
    },
    small_talk: Chat {
        phrases: "\
            bonjour|bonsoir|salut|coucou|bonne nuit|bonne journée|bonne soirée|merci|\
            merci beaucoup|merci bien|de rien|ok|okay|d accord|très bien|parfait|super|génial|\
            compris|oui|non|au revoir|à bientôt|à plus tard|comment ça va|ça va|\
            comment allez vous|comment vas tu|qui es tu|qui êtes vous|êtes vous un robot|\
            es tu un robot|que peux tu faire|que pouvez vous faire|j ai une question|\
            pouvez vous m aider|peux tu m aider",
        fillers: "à tous|monsieur|madame|encore|s il vous plaît",
    },
    asking: Asking {
        time: "\
            quand,depuis quand,jusqu à quand,à partir de quand,quelle date,quelles dates,\
            quel jour,quelle année,en quelle année,quel mois,date limite,échéance",
        hours: "à quelle heure,quelle heure,quelles heures,horaires,heures d ouverture",
        duration: "\
            combien de temps,combien de jours,combien de semaines,combien de mois,\
            combien d années,combien d heures,combien de minutes,combien d ans,\
            quelle est la durée,quelle durée,durée,délai",
        amount: "\
            combien,quel est le nombre,quel nombre,quel montant,quel âge,quelle quantité,\
            pourcentage,maximum,minimum",
        telephone: "téléphone",
        contact: "e mail,email,courriel,adresse mail,contact",
        list: "\
            quels documents,quelles pièces,quels justificatifs,conditions,quelles conditions,\
            de quoi ai je besoin,pièces à fournir",
        procedure: "\
            comment faire,comment obtenir,comment demander,comment s inscrire,comment puis je,\
            comment peut on,comment,étapes,démarches",
        assent: "^ puis je,^ peut on,^ est ce que,^ dois je,^ faut il,^ suis je,^ est il,^ y a t il",
        definition: "^ qu est ce que,^ qu est ce qu,^ c est quoi,^ que signifie",
        named: "",
        prices: "\
            coûte,coûtent,coût,prix,tarif,tarifs,frais,loyer,payer,le salaire,\
            les salaires,gagne,gagnent",
        ..other::KNOWLEDGE.asking
    },
    statement: StatementWords {
        dates: "\
            janvier février mars avril mai juin juillet août septembre octobre novembre \
            décembre lundi mardi mercredi jeudi vendredi samedi dimanche",
        clock: "heures midi minuit",
        numbers: "\
            deux trois quatre cinq six sept huit neuf dix onze douze vingt trente cent mille \
            million moitié double",
        one: "un une",
        units_of_time: "\
            jour jours semaine semaines mois an ans année années heure heures minute minutes \
            semestre semestres trimestre",
        currencies: "euro euros eur dollar dollars usd francs",
        free: "gratuit gratuite gratuitement gratuits gratuites",
        deeds: "\
            demandez remplissez cliquez choisissez envoyez téléchargez contactez signez payez \
            déposez inscrivez",
        assents: "oui non pas peut peuvent doit doivent autorisé obligatoire possible interdit",
        meanings: "signifie désigne",
        ..other::KNOWLEDGE.statement
    },
    follow_up: FollowUp {
        openers: "et pour ce qui est de|et",
        asking: "\
            combien|quand|où|comment|que|quel|quelle|quels|quelles|qui|pourquoi|est-ce|est|sont",
        fillers: "\
            le|la|les|un|une|mon|ma|mes|coûte|coûtent|dure|durent|je|nous|on|il|elle|temps|a",
        circumstance: "pour|pendant",
        articles: "le|la|les|un|une",
        ..other::KNOWLEDGE.follow_up
    },
    page_words: PageWords {
        news: "actualites actualite evenements",
        ..other::KNOWLEDGE.page_words
    },
    ..other::KNOWLEDGE
};

fn stem(word: &str) -> String {
    Stemmer::new(Algorithm::French).stem(word).into_owned()
}
