//! Spanish.

use frostem::{Algorithm, Stemmer};

use super::forms::{Asking, Chat, FollowUp, Knowledge, PageWords, Routing, StatementWords, StopWordLists};
use super::other;

/// The words of Spanish.
pub(super) const KNOWLEDGE: Knowledge = Knowledge {
    stem,
    stop_words: StopWordLists {
        folded: "\
            a al algo algún ante antes aquel así aunque bajo cada como cómo con contra cual \
            cuál cuáles cuando cuándo cuánta cuántas cuánto cuántos de del desde donde dónde \
            durante el él ella ellas ellos en entre era eran es esa esas ese eso esos esta está \
            están estas este esto estos fue fueron ha había hace hacer han hasta hay la las le \
            les lo los más me mi mis mucho muy nada ni no nos nosotros o otra otras otro otros \
            para pero por porque puede puedo pueden qué que quién quien quiénes se sea según \
            ser si sí sido sin sobre son su sus también tan te tiene tienen todo todos tu tus \
            un una unas uno unos y ya yo",
        ..other::KNOWLEDGE.stop_words
    },
    routing: Routing {
        quantity: "quién,quién es,dónde,dónde está,dónde están,dónde queda",
        definition: "qué es,qué son,qué significa,qué quiere decir",
        complex: "\
            cómo puedo,cómo se,cómo solicitar,cómo obtener,cómo hacer,puedo,podemos,debo,\
            tengo que,por qué,qué pasa,diferencia entre,mi,mis,explica",
        keywords: "\
            tasa,tarifa,coste,costo,precio,importe,fecha,plazo,duración,número,cantidad,máximo,\
            mínimo,sueldo,teléfono,dirección,horario,capacidad,edad,validez,fianza,descuento,\
            inicio,fin",
        ..other::KNOWLEDGE.routing
    },
    small_talk: Chat {
        phrases: "\
            hola|buenos días|buenas tardes|buenas noches|buenas|qué tal|gracias|muchas gracias|\
            mil gracias|de nada|ok|okay|vale|de acuerdo|perfecto|genial|estupendo|entendido|sí|\
            no|adiós|hasta luego|hasta pronto|chao|cómo estás|cómo está|quién eres|\
            eres un robot|eres un bot|qué puedes hacer|tengo una pregunta|puedes ayudarme|\
            me puedes ayudar|me puede ayudar",
        fillers: "a todos|por favor|señor|señora|otra vez",
    },
    asking: Asking {
        time: "\
            cuándo,desde cuándo,hasta cuándo,qué fecha,qué fechas,en qué fecha,qué día,qué año,\
            en qué año,qué mes,fecha límite,plazo",
        hours: "a qué hora,qué hora,qué horario,horario,horarios,horario de apertura",
        duration: "\
            cuánto tiempo,cuánto tarda,cuánto dura,cuántos días,cuántas semanas,cuántos meses,\
            cuántos años,cuántas horas,cuántos minutos,duración",
        amount: "cuánto,cuánta,cuántos,cuántas,qué número,qué edad,qué cantidad,porcentaje,máximo,mínimo",
        telephone: "teléfono",
        contact: "correo,correo electrónico,e mail,email,contacto",
        list: "qué documentos,qué documentación,requisitos,qué requisitos,qué necesito,condiciones",
        procedure: "\
            cómo puedo,cómo solicitar,cómo obtener,cómo se hace,cómo se solicita,\
            cómo inscribirse,cómo,pasos",
        assent: "^ puedo,^ se puede,^ es posible,^ debo,^ tengo que,^ hay,^ es obligatorio,^ es necesario",
        definition: "^ qué es,^ qué son,^ qué significa",
        named: "",
        prices: "\
            cuesta,cuestan,coste,costo,precio,precios,tasa,tasas,tarifa,tarifas,alquiler,vale,\
            el salario,los salarios,el sueldo,los sueldos,gana,ganan,cobra,cobran",
        ..other::KNOWLEDGE.asking
    },
    statement: StatementWords {
        dates: "\
            enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre \
            diciembre lunes martes miércoles jueves viernes sábado domingo",
        clock: "horas mediodía medianoche",
        numbers: "\
            dos tres cuatro cinco seis siete ocho nueve diez once doce veinte treinta cien \
            ciento mil millón mitad doble",
        one: "un una uno",
        units_of_time: "\
            día días semana semanas mes meses año años hora horas minuto minutos semestre \
            semestres hábiles",
        currencies: "euro euros eur dólar dólares usd pesos",
        free: "gratis gratuito gratuita gratuitamente",
        deeds: "solicite rellene complete seleccione envíe visite firme pague presente descargue pulse",
        assents: "sí no puede pueden debe deben permitido obligatorio posible prohibido",
        meanings: "significa denomina",
        ..other::KNOWLEDGE.statement
    },
    follow_up: FollowUp {
        openers: "y qué hay de|y",
        asking: "cuánto|cuánta|cuántos|cuántas|cuándo|dónde|cómo|cuál|cuáles|qué|quién|es|son",
        fillers: "el|la|los|las|lo|un|una|mi|cuesta|cuestan|dura|duran|tiempo|hay|al",
        circumstance: "para|por",
        articles: "el|la|los|las|un|una",
        ..other::KNOWLEDGE.follow_up
    },
    page_words: PageWords {
        news: "noticias eventos",
        ..other::KNOWLEDGE.page_words
    },
    ..other::KNOWLEDGE
};

fn stem(word: &str) -> String {
    Stemmer::new(Algorithm::Spanish).stem(word).into_owned()
}
