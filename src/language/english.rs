//! English.

use frostem::{Algorithm, Stemmer};

use super::forms::{
    Analysis, Asking, Chat, Classes, Compounds, Counting, Detection, FactWords, FollowUp, KindNouns, Kinds,
    Knowledge, Letters, PageWords, Routing, Spelling, StatementWords, StopWordLists,
};

/// The words of English.
pub(super) const KNOWLEDGE: Knowledge = Knowledge {
    analysis: ANALYSIS,
    asks_last: false,
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
    Stemmer::new(Algorithm::English).stem(word).into_owned()
}

pub(super) const ANALYSIS: Analysis = Analysis {
    has_dotless: false,
    prefix_letters: 6,
    month_first: true,
    months: [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ],
    percent: "percent",
    dollar: "dollar",
    pound: "pound",
    units: &[
        ("usd", '$'),
        ("dollar", '$'),
        ("dollars", '$'),
        ("eur", '€'),
        ("percent", '%'),
    ],
    contractions: " t re ve ll d m ",
    elided: "",
    suffixes_after_letters: false,
    ordinal_endings: &["st", "nd", "rd", "th"],
    ordinals: &[],
    abbreviations: &[
        "Prof", "Dr", "vs", "No", "no", "Mr", "Mrs", "Ms", "St", "Jr", "Sr", "Inc", "Ltd", "Co",
        "Corp", "etc", "cf", "al", "Fig", "fig", "Sec", "sec", "Art", "art", "Vol", "vol", "pp",
        "approx", "Dept", "Univ",
    ],
};

pub(super) const DETECTION: Detection = Detection {
    letters: &[],
    endings: &[
        "ing", "tion", "tions", "ment", "ments", "ness", "ship", "ships", "ity", "ies", "ed", "ly",
        "ence", "ance", "able", "ible", "ous", "ful", "ght", "ation", "ual", "ee", "ees",
    ],
    ambiguous: &["can", "not", "at", "on", "an", "in", "so", "me", "has"],
    is_ascii: true,
};

const STOP_WORDS: StopWordLists = StopWordLists {
    folded: "\
            a about after again all also am an and any are arent as at be because been before \
            being both but by can cannot cant could did didnt do does doesnt doing dont during \
            each few for from get had has have having he her here hers him his how i id if ill \
            im in into is isnt it its ive just me more most my no nor not of off on once only \
            or other our ours out over own please s same she should so some such t tell than \
            that thats the their theirs them then there these they this those through to too \
            under until up us very want was wasnt we were what whats when where which while who \
            whom why will with would you your yours",
    as_written: "",
};

pub(super) const LETTERS: Letters = Letters {
    most_vowels: 2,
    most_consonants: 3,
    consonants_at_start: 2,
    y_is_vowel: true,
    is_agglutinative: false,
};

const SPELLING: Spelling = Spelling {
    ordinary: "\
            able accept agree ahead allow almost alone along already always among answer apart \
            appear area arrive away back bank base began begin behind believe below best better \
            beyond bill board body book born bottom bought break bring broke brought build \
            built busy call came card care carry case cash catch caught cause chance change \
            cheap check child choice choose city clean clear close cold come common contact \
            contest context contract copy corner cost could council counsel count country cover \
            cross daily dark date deal dear death deep desert dessert died door doubt draw \
            dream drink drive drop drove duty early earn easy edge either election else empty \
            enjoy enough enter equal error even event ever every exact extra face fact fail \
            fair fall family fast fear feel feet fell felt field fight fill final find fine \
            fire firm first fish five flat floor follow food foot force forget form found four \
            free fresh friend front full game gave gift girl give given glad goal goes gold \
            gone good grade great green ground group grow guess guest hair half hall hand hang \
            happen happy hard hate head hear heard heart heat heavy held help hide high hill \
            hire hold hole home hope hotel hour house huge hurt idea infection injection \
            intention invention issue item join jump keep kept kids kill kind knew know known \
            lack land large last late later laugh lead learn least leather leave lecture \
            lecturer left lend less letter level life lift light like limit line link list \
            listen live load lock long look lose lost loud love luck lunch made mail main make \
            many marital mark martial matter maybe mean meant meet might mile milk mind mine \
            minor miss model money month mood moon morning mother mouth move much music must \
            name national near nearly need never news next nice night nine noise none normal \
            note nothing notice offer often okay once open order other ought pack page paid \
            pain pair paper park part party pass past path pick piece place plan play plenty \
            point poor post pound power president price print proud prove pull push quick quiet \
            quite race rain raise rare rate rather rational reach read ready real really reason \
            recent rent repair reply resident rest return rich ride right ring rise risk road \
            rock role room rough round rule rush safe said sale salt same sand save seat seek \
            seem seen selection self sell send sense sent serve seven shall shape share sharp \
            ship shirt shoe shop short should shout show shut sick side sign simple sing single \
            size skin sleep slow small smell smile snow soft sold song soon sorry sort sound \
            space speak speed spell spend spent spoke sport spot stage stand star start stay \
            steal step stick still stock stone stood stop store storm story street strong stuck \
            study style sudden suit sure swim table take taken talk tall taste taught teach \
            tear teen test thank thick thin thing think third though thought three threw throw \
            tight till time tired today told took total touch tour toward town trade train \
            treat tree trip true trust turn twice type under unit upon upper usual value very \
            view visit voice vote wait wake walk wall want warm warn wash waste watch water \
            wave weak wear weather week weight well went wheel white whole wide wife wild wind \
            window wise wish within without wonder word wore work world worry worse worst worth \
            would write wrong wrote year young",
    endings_of_names: "",
};

const KINDS: Kinds = Kinds {
    how_long: "how long,how many days,how many months,how many years,how many weeks,how many hours",
    when: "when,what date,what dates,which date,what time,which day",
    how_much: "how many,how much",
    who: "who,whom,whose",
    place: "where",
    why: "why",
    how: "how do,how can,how to,how should,how does,how is,how are,how will,how would",
    what: "what,whats,which,define,definition,tell me about,explain,explained,meaning,mean",
    yes_no_first: "am,is,are,was,were,can,could,may,might,must,should,do,does,did,will,would,have,has",
    yes_no: "",
    nouns: KindNouns {
        when: "date,dates,deadline,deadlines",
        how_much: "fee,fees,price,prices,cost,costs,tuition,salary,salaries,wage,wages",
        place: "place,venue,address,location",
        how_long: "duration,length,timeline,wait times,waiting time,processing time",
        how: "process,procedure,procedures,steps,how to",
    },
};

const FACT_WORDS: FactWords = FactWords {
    tells_apart: "after again all any been before being between both can could did during each few \
            from had has have id if into just may might more most must no nor off once only \
            other out over own required same should some than through too under until up very \
            was were while will would",
    negations: "not no never without dont cant cannot isnt arent doesnt wont wasnt werent didnt \
            hasnt havent shouldnt couldnt wouldnt except excluding",
    negative_endings: "",
    noun_endings: "",
};

const ROUTING: Routing = Routing {
    asks_figures: false,
    quantity: "\
            how many,how much,how long,how old,how often,how far,^when,until when,by when,\
            since when,when is,when are,when does,when do,when will,when was,when were,\
            what date,what dates,which date,what time,what day,which day,what year,which year,\
            what month,what percentage,what score,which score,who is,who are,where is,where are",
    definition: "what is,what are,whats,what s,what was,what were,what does,^what the",
    complex: "\
            am i,can i,should i,may i,must i,do i,could i,would i,will i,how do i,how can i,\
            how should i,how to,how do we,can we,how does,am eligible,is it possible,\
            what should i,what happens,what if,if i,why,difference between,my,tell me about,\
            explain",
    keywords: "\
            cap,fee,cost,price,number,amount,date,when,deadline,quota,limit,duration,maximum,\
            minimum,salary,tuition,phone,address,rate,percentage,capacity,age,validity,\
            processing time,how long,hours,deposit,score,ratio,discount,last day,first day,\
            start of,end of",
    units: "dollar euro pound percent",
};

const SMALL_TALK: Chat = Chat {
    phrases: "\
            hello|hi|hey|hiya|greetings|good morning|good afternoon|good evening|good night|\
            good day|how are you|how are you doing|how is it going|whats up|what is up|thanks|\
            thank you|thx|cheers|much appreciated|ok|okay|alright|all right|great|perfect|\
            awesome|cool|nice|got it|i see|understood|yes|no|bye|goodbye|see you|see you later|\
            take care|have a nice day|have a good day|who are you|are you a bot|are you a robot|\
            are you human|what can you do|what is your name|i have a question|\
            can i ask a question|can i ask you something|can you help|can you help me|\
            what about you|and you|nice to meet you",
    fillers: "there|everyone|all|again|so much|very much|a lot|sir|madam|please",
};

const FOLLOW_UP: FollowUp = FollowUp {
    openers: "\
            and what about|and how about|but what about|what about|how about|and also|and|or|\
            but|also|then",
    pronouns: "it|its|they|them|their|theirs",
    pointers: "this|that|these|those|there",
    after_pointers: "\
            is|are|was|were|do|does|did|can|could|will|would|should|must|may|cost|costs|take|\
            takes|last|lasts|mean|means|for|in|at|on|too|also|work|works|apply|applies|and|or|\
            then",
    asking: "\
            what|when|where|who|whom|whose|which|why|how|is|are|was|were|do|does|did|can|could|\
            will|would|should|must|may",
    fillers: "\
            much|many|long|have|has|need|i|we|you|my|our|your|the|a|an|there|to|of|exactly|\
            please|tell|me|about",
    circumstance: "for|in|at|on|during|from|under|with|as|after|before|without",
    articles: "the|a|an|my|our|your",
    attributes: "\
            hours|fee|price|cost|rent|deposit|fine|deadline|date|address|phone|number|email|\
            contact|requirement|document|form|duration|period|schedule|timetable|location|\
            application|registration|capacity|quota",
    classifiers: "\
            room|exam|visa|student|programme|program|course|class|school|faculty|department|\
            campus|permit|card|ticket|pass|membership|licence|license|grant|scholarship",
    predicates: "\
            free|open|available|mandatory|possible|necessary|cheap|expensive|closed|valid|\
            refundable|compulsory|optional|legal|safe",
    persons: "\
            spouse|wife|husband|partner|child|children|kid|family|parent|mother|father|friend|\
            dependent|dependant|guest|visitor|brother|sister|staff|student|employee|adult|\
            resident|teacher|member",
    chat: "thanks|thank|hello|hi|hey|ok|okay|great|bye",
    endings: "",
    classes: Classes {
        exams: "midterm|final|finals|makeup|resit|quiz",
        degrees: "\
                undergraduate|undergraduates|graduate|graduates|postgraduate|master|masters|phd|\
                doctoral|doctorate|bachelor",
        rooms: "single|double|twin|triple",
        seasons: "spring|fall|autumn|winter|summer",
        periods: "daily|weekly|monthly|annual|yearly",
        hours: "full-time|part-time|full time|part time",
        origins: "international|domestic|foreign|local",
        meals: "breakfast|lunch|dinner",
        people: "men|women",
        days: "\
                monday|tuesday|wednesday|thursday|friday|saturday|sunday|mondays|fridays|\
                saturdays|sundays|weekend|weekends|weekdays|today|tomorrow|holidays",
        times_of_day: "morning|mornings|afternoon|evening|evenings|night|nights",
        months: "january|february|march|april|june|july|august|september|october|november|december",
    },
};

const ASKING: Asking = Asking {
    time: "\
            when,what year,which year,what date,which date,what day,which day,what month,\
            which month,deadline,deadlines",
    hours: "what time,opening hours,office hours,working hours,business hours,opening times,hours of",
    duration: "\
            how long,how many minutes,how many hours,how many days,how many weeks,\
            how many months,how many years,how many semesters,how many terms",
    amount: "\
            how much,how many,how old,how far,how often,how fast,how soon,how quickly,how big,\
            how large,what number,which number,id number,amount,percentage,limit,cap,minimum,\
            maximum",
    person: "who,whom,whose,name of,names of,what name,which person",
    telephone: "phone,telephone,tel",
    contact: "email,e mail,email address",
    place: "\
            where,what city,which city,what country,which country,which building,what room,\
            which room",
    list: "which documents,what documents,requirements,what do i need,what is needed",
    procedure: "\
            how do i,how do we,how do you,how can i,how can we,how can you,how should i,how to,\
            which steps,what steps,steps",
    assent: "\
            ^ can,^ may i,^ may we,^ do i,^ do we,^ does,^ is it,^ is there,^ are there,\
            ^ must i,^ should i,^ am i,^ will i",
    definition: "^ what is,^ what are,^ what does",
    named: "who is the,who s the,who is our,who is my,name of,names of,what name",
    prices: "\
            cost,costs,price,prices,fee,fees,tuition,rent,fare,fares,earn,earns,the salary,\
            the salaries,the wage,the wages,the stipend,average salary,starting salary,\
            rate of pay,how expensive,how much is,how much are,how much money,how much pay,\
            how much do i pay,how much do you pay,how much do we pay,how much must i pay,\
            how much should i pay,how much will i pay,how much does it pay,how much do i get,\
            how much do you get,how much can i get,how much will i get,how much salary,\
            how much bursary,how much funding,how much grant,how much scholarship,\
            how much support,how much loan",
};

// The dates omit `may`: it is a verb far more often than a month, and a date has a number.
const STATEMENT: StatementWords = StatementWords {
    dates: "\
            january february march april june july august september october november december \
            monday tuesday wednesday thursday friday saturday sunday",
    clock: "am pm noon midnight",
    numbers: "\
            two three four five six seven eight nine ten eleven twelve twenty thirty forty \
            fifty sixty seventy eighty ninety hundred thousand million half twice free",
    one: "one a an",
    units_of_time: "\
            day days week weeks month months year years hour hours minute minutes semester \
            semesters term terms",
    currencies: "dollar dollars euro euros eur usd gbp pound pounds",
    free: "free",
    offices: "\
            dr prof professor dean director rector president chair advisor coordinator officer \
            secretary minister king queen emperor",
    places: "\
            room building floor street avenue campus office hall library city town district \
            center centre desk website",
    deeds: "apply submit fill click select choose send upload visit contact sign pay",
    assents: "yes no not cannot can may must allowed required possible mandatory eligible",
    meanings: "mean means meaning refers defined",
    modal_endings: "",
    defining_endings: "",
    yes_and_no: "Yes|No",
    leaning: "however|therefore|thus|but|otherwise|instead|moreover|furthermore|also|then|this|these|\
        that|those|it|they|he|she|in addition|in this|in that|for this|if so|if not|as such|such",
};

const PAGE_WORDS: PageWords = PageWords {
    labels: "document no|document number|issue date|revision|effective date|page no|page:",
    furniture: "last updat|last modif|last review|rights reserv|use cookie|uses cookie|accept cookie",
    homes: "home ",
    news: "news announcement announcements event events archive archives blog newsletter \
            newsroom releases",
};

const VERBS: &str = "\
    must may should shall require need allow permit include provide submit apply receive pay \
    is are cost take last begin start end mean refer define consist depend qualify expire remain";

pub(super) const COUNTING: Counting = Counting {
    numbers: &[
        ("one", 1),
        ("two", 2),
        ("three", 3),
        ("four", 4),
        ("five", 5),
        ("six", 6),
        ("seven", 7),
        ("eight", 8),
        ("nine", 9),
        ("ten", 10),
        ("eleven", 11),
        ("twelve", 12),
        ("thirteen", 13),
        ("fourteen", 14),
        ("fifteen", 15),
        ("sixteen", 16),
        ("seventeen", 17),
        ("eighteen", 18),
        ("nineteen", 19),
        ("twenty", 20),
        ("thirty", 30),
        ("forty", 40),
        ("fifty", 50),
        ("sixty", 60),
        ("seventy", 70),
        ("eighty", 80),
        ("ninety", 90),
        ("hundred", 100),
        ("thousand", 1000),
    ],
    within: "and",
    multiples: ["thousand", "million", "billion"],
    counted: "\
            second minute hour day week weekday month year semester term credit copy copies \
            page student person people course point dollar euro lira pound",
    has_endings: false,
    between: &[
        "working",
        "business",
        "calendar",
        "full",
        "academic",
        "consecutive",
    ],
    short_months: [
        &["jan"],
        &["feb"],
        &["mar"],
        &["apr"],
        &["may"],
        &["jun"],
        &["jul"],
        &["aug"],
        &["sep", "sept"],
        &["oct"],
        &["nov"],
        &["dec"],
    ],
    changed_months: &[],
    month_endings: &[],
};
