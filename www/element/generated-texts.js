/**
 * What the card of a model's answer says, in Turkish and English. Apart from texts.js, so that visitors of
 * sites without a model do not load it.
 */

/** @typedef {keyof typeof EN} GeneratedKey */
/** @typedef {(key: GeneratedKey, values?: Record<string, string>) => string} Say */

const EN = {
  title: 'Written by a language model',
  writing: 'Writing…',
  waiting: 'The model is busy; asking again…',
  downloading: 'Your browser is downloading its language model…',
  stop: 'Stop',
  stopped: 'Stopped. What stands here was not checked.',
  clear: 'Clear conversation',
  cleared: 'The conversation was cleared.',
  check: 'A model can be wrong: check the pages it names.',
  flagged: 'What is marked does not stand in the pages it names.',
  uncited: 'It names no page.',
  notInSource: 'not in the pages it names',
  failed: 'The model gave no answer. The quotation above comes from the site itself.',
  sayDone: 'Written by a language model: {answer}',
}

/** @type {typeof EN} */
const TR = {
  title: 'Dil modelinin yazdığı yanıt',
  writing: 'Yazılıyor…',
  waiting: 'Model meşgul; yeniden soruluyor…',
  downloading: 'Tarayıcınız dil modelini indiriyor…',
  stop: 'Durdur',
  stopped: 'Durduruldu. Buradaki metin denetlenmedi.',
  clear: 'Konuşmayı temizle',
  cleared: 'Konuşma temizlendi.',
  check: 'Model yanılabilir: belirttiği sayfalara bakın.',
  flagged: 'İşaretli olanlar, belirttiği sayfalarda geçmiyor.',
  uncited: 'Hiçbir sayfa belirtmiyor.',
  notInSource: 'belirttiği sayfalarda yok',
  failed: 'Model yanıt vermedi. Yukarıdaki alıntı sitenin kendisindendir.',
  sayDone: 'Dil modelinin yanıtı: {answer}',
}

/**
 * @param {string} lang
 * @returns {Say}
 */
export function generatedText(lang) {
  const texts = lang.toLowerCase().split('-')[0] === 'tr' ? TR : EN
  return (key, values = {}) => texts[key].replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole)
}
