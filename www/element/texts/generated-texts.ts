/**
 * Texts of the card for a model's answer, separate from texts.ts so that visitors of sites without a model do not
 * load them.
 */
import type { Wording } from './texts.js'

export type GeneratedKey = keyof typeof EN
export type Say = (key: GeneratedKey, values?: Record<string, string>) => string

const EN = {
  generated: 'Written by a language model',
  writing: 'Writing…',
  waiting: 'The model is busy; asking again…',
  downloading: 'Your browser is downloading its language model: {percent}',
  offerDownload: 'Have an answer written on this device. Your browser downloads a language model of some gigabytes first, once.',
  stop: 'Stop',
  stopped: 'Stopped. This text was not checked.',
  clearConversation: 'Clear conversation',
  cleared: 'The conversation was cleared.',
  check: 'Language models make mistakes: check the pages cited.',
  flagged: 'The marked parts do not appear in the pages cited.',
  uncited: 'No page is cited.',
  notInSource: 'not in the pages cited',
  failed: 'The model gave no answer. The quotation above comes from the site itself.',
  limit: 'Today’s limit of written answers has been reached. What stands above comes from the site itself.',
  sayDone: 'Written by a language model: {answer}',
}

const TR: typeof EN = {
  generated: 'Dil modelinin yazdığı yanıt',
  writing: 'Yazılıyor…',
  waiting: 'Model meşgul; yeniden soruluyor…',
  downloading: 'Tarayıcınız dil modelini indiriyor: {percent}',
  offerDownload: 'Yanıt bu cihazda yazılsın. Tarayıcınız önce, bir kereliğine, birkaç gigabaytlık bir dil modeli indirir.',
  stop: 'Durdur',
  stopped: 'Durduruldu. Bu metin denetlenmedi.',
  clearConversation: 'Konuşmayı temizle',
  cleared: 'Konuşma temizlendi.',
  check: 'Dil modelleri yanılabilir: gösterilen kaynaklara bakın.',
  flagged: 'İşaretli yerler gösterilen kaynaklarda geçmiyor.',
  uncited: 'Hiçbir kaynak gösterilmedi.',
  notInSource: 'gösterilen kaynaklarda yok',
  failed: 'Model yanıt vermedi. Yukarıdaki alıntı doğrudan siteden alınmıştır.',
  limit: 'Bugünkü yanıt yazma sınırına ulaşıldı. Yukarıdakiler doğrudan siteden alınmıştır.',
  sayDone: 'Dil modelinin yanıtı: {answer}',
}

/** The texts in the language of the box: the site's own, or these. */
export function generatedText(wording: Wording): Say {
  const texts = wording.lang.split('-')[0] === 'tr' ? TR : EN
  return (key, values = {}) => wording.own(key, values, texts)
}
