/**
 * The words of the page, in English and Turkish.
 */

const EN = {
  title: 'What people asked',
  period: 'Period',
  week: '7 days',
  month: '30 days',
  quarter: '90 days',
  language: 'Language',
  questions: 'Questions',
  suggested: 'Suggested facts',
  expiring: 'Facts that expire soon',
  box: 'As visitors see it',
  answering: 'Answer this',
  question: 'Question',
  wordings: 'Other wordings',
  wordingsHint: 'Facts are public. Add only wordings that name nobody.',
  answer: 'Answer',
  source: 'Source',
  address: 'Another address of a page',
  addressOfSource: 'Address of the page',
  checkedOn: 'Checked on',
  validUntil: 'Valid until',
  save: 'Save',
  cancel: 'Cancel',
  answerThis: 'Answer this',
  answerThisOne: 'Answer this: {question}',
  ask: 'Ask the box: {question}',
  done: 'Nothing to do',
  doneOne: 'Nothing to do: {question}',
  details: 'Wordings, pages and notes',
  pages: 'Pages chosen',
  notes: 'Notes',
  reword: 'Wording in reports',
  rewordSave: 'Use this wording',
  accept: 'Edit and accept',
  acceptOne: 'Edit and accept: {question}',
  proposed: 'Questions proposed for sections',
  keep: 'Accept',
  keepOne: 'Accept: {question}',
  kept: 'Accepted. The site is being built again.',
  written: 'Questions that a language model wrote',
  writtenHint: 'One question a line: change or delete lines, then accept. Control and Enter accept, too. Sections to review: {open}.',
  writtenOf: 'Questions of {name}',
  by: 'Written by {by}',
  dropAll: 'Drop all',
  dropAllOne: 'Drop all: {question}',
  change: 'Change the fact',
  changeOne: 'Change the fact: {question}',
  changing: 'Change the fact',
  drop: 'Drop',
  dropOne: 'Drop: {question}',
  until: 'valid until {day}',
  expired: 'expired on {day}',
  unanswered: 'Without an answer',
  unhelpful: 'Did not help',
  rising: 'Rising',
  asked: 'Asked',
  counts: 'Asked: {count}, before: {before}. Without an answer: {unanswered}. It helped: {up}, it did not: {down}.',
  summary: '{from} – {until}. Questions: {questions}, in as many days before: {before}. Answered: {answered}, only pages listed: {listed}, nothing found: {nothing}.',
  none: 'No open question.',
  noSite: 'No page fits. Type the address of the page.',
  saved: 'Saved in {file}. The site is being built again.',
  built: 'The site is built again.',
  notBuilt: 'The site could not be built: {problem}',
  dropped: 'Dropped.',
  finished: 'Removed from the list.',
  reworded: 'Reports show this wording.',
  missing: 'Fill in: {fields}',
  untilBefore: '“Valid until” is before “Checked on”. Change it, or leave it empty.',
  token: 'The token is missing or wrong. Open the address with #token=… at its end.',
  failed: 'This failed: {problem}',
}

/** @type {typeof EN} */
const TR = {
  title: 'Ziyaretçiler ne sordu',
  period: 'Süre',
  week: '7 gün',
  month: '30 gün',
  quarter: '90 gün',
  language: 'Dil',
  questions: 'Sorular',
  suggested: 'Önerilen bilgiler',
  expiring: 'Yakında geçerliliği bitecek bilgiler',
  box: 'Ziyaretçilerin gördüğü',
  answering: 'Yanıtla',
  question: 'Soru',
  wordings: 'Diğer soruş biçimleri',
  wordingsHint: 'Bilgiler herkese açıktır. Yalnızca kimseyi tanıtmayan biçimleri ekleyin.',
  answer: 'Yanıt',
  source: 'Kaynak',
  address: 'Başka bir sayfanın adresi',
  addressOfSource: 'Sayfanın adresi',
  checkedOn: 'Kontrol tarihi',
  validUntil: 'Geçerlilik sonu',
  save: 'Kaydet',
  cancel: 'Vazgeç',
  answerThis: 'Yanıtla',
  answerThisOne: 'Yanıtla: {question}',
  ask: 'Kutuya sor: {question}',
  done: 'Gerek yok',
  doneOne: 'Gerek yok: {question}',
  details: 'Biçimler, sayfalar ve notlar',
  pages: 'Seçilen sayfalar',
  notes: 'Notlar',
  reword: 'Raporlardaki biçimi',
  rewordSave: 'Bu biçimi kullan',
  accept: 'Düzenle ve kabul et',
  acceptOne: 'Düzenle ve kabul et: {question}',
  proposed: 'Bölümler için önerilen sorular',
  keep: 'Kabul et',
  keepOne: 'Kabul et: {question}',
  kept: 'Kabul edildi. Site yeniden oluşturuluyor.',
  written: 'Dil modelinin yazdığı sorular',
  writtenHint: 'Her satırda bir soru var: satırları değiştirin ya da silin, sonra kabul edin. Ctrl ve Enter da kabul eder. İncelenecek bölüm: {open}.',
  writtenOf: '{name} bölümünün soruları',
  by: 'Yazan: {by}',
  dropAll: 'Hepsini sil',
  dropAllOne: 'Hepsini sil: {question}',
  change: 'Bilgiyi değiştir',
  changeOne: 'Bilgiyi değiştir: {question}',
  changing: 'Bilgiyi değiştir',
  drop: 'Sil',
  dropOne: 'Sil: {question}',
  until: '{day} gününe kadar geçerli',
  expired: '{day} günü geçerliliği bitti',
  unanswered: 'Yanıtsız',
  unhelpful: 'İşe yaramadı',
  rising: 'Artıyor',
  asked: 'Soruldu',
  counts: 'Sorulma: {count}, önce: {before}. Yanıtsız: {unanswered}. Yararlı: {up}, yararsız: {down}.',
  summary: '{from} – {until}. Soru: {questions}, önceki aynı sürede: {before}. Yanıtlanan: {answered}, yalnızca sayfa listelenen: {listed}, bir şey bulunamayan: {nothing}.',
  none: 'Açık soru yok.',
  noSite: 'Uyan sayfa yok. Sayfanın adresini yazın.',
  saved: '{file} dosyasına kaydedildi. Site yeniden oluşturuluyor.',
  built: 'Site yeniden oluşturuldu.',
  notBuilt: 'Site oluşturulamadı: {problem}',
  dropped: 'Silindi.',
  finished: 'Listeden çıkarıldı.',
  reworded: 'Raporlarda bu biçim gösterilecek.',
  missing: 'Doldurun: {fields}',
  untilBefore: '“Geçerlilik sonu”, “Kontrol tarihi”nden önce. Değiştirin ya da boş bırakın.',
  token: 'Anahtar eksik ya da yanlış. Adresi sonunda #token=… ile açın.',
  failed: 'Olmadı: {problem}',
}

/** @typedef {keyof typeof EN} Key */

const KEPT = 'soru-desk-language'

/** @returns {'en' | 'tr'} */
export function language() {
  const kept = localStorage.getItem(KEPT) ?? navigator.language
  return kept.startsWith('tr') ? 'tr' : 'en'
}

/** @param {string} tag */
export function setLanguage(tag) {
  localStorage.setItem(KEPT, tag)
  document.documentElement.lang = language()
}

/**
 * @param {Key} key
 * @param {Record<string, string | number>} [values]
 */
export function text(key, values = {}) {
  const texts = language() === 'tr' ? TR : EN
  return texts[key].replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''))
}

/** Writes the words into the page. */
export function localize() {
  document.documentElement.lang = language()
  document.title = text('title')
  for (const element of document.querySelectorAll('[data-text]')) {
    element.textContent = text(/** @type {Key} */ (element.getAttribute('data-text')))
  }
}
