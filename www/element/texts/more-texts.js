/**
 * Texts of the parts of the box that are loaded on demand. A site changes them like those of texts.js.
 */

/** @typedef {keyof typeof EN} MoreKey */
/** @typedef {(key: MoreKey, values?: Record<string, string>) => string} Say */

const EN = {
  open: 'Search',
  close: 'Close',
  filters: 'Filter',
  lang: 'Language',
  section: 'Section',
  all: 'All',
  more: 'Show more',
  copy: 'Copy',
  copyLink: 'Copy link',
  copied: 'Copied',
  notCopied: 'Could not copy',
  helpful: 'Did this help?',
  helpfulYes: 'Yes, it helped',
  helpfulNo: 'No, it did not',
  thanks: 'Thank you',
  recent: 'Recent questions',
  recentAndSuggested: 'Recent and suggested questions',
  clearRecent: 'Clear recent questions',
}

/** @type {typeof EN} */
const TR = {
  open: 'Ara',
  close: 'Kapat',
  filters: 'Filtrele',
  lang: 'Dil',
  section: 'Bölüm',
  all: 'Tümü',
  more: 'Daha fazla göster',
  copy: 'Kopyala',
  copyLink: 'Bağlantıyı kopyala',
  copied: 'Kopyalandı',
  notCopied: 'Kopyalanamadı',
  helpful: 'İşinize yaradı mı?',
  helpfulYes: 'Evet, yaradı',
  helpfulNo: 'Hayır, yaramadı',
  thanks: 'Teşekkürler',
  recent: 'Son sorularınız',
  recentAndSuggested: 'Son sorularınız ve öneriler',
  clearRecent: 'Son soruları temizle',
}

/**
 * @param {import('./texts.js').Wording} wording
 * @returns {Say}
 */
export function moreText(wording) {
  const texts = wording.lang.split('-')[0] === 'tr' ? TR : EN
  return (key, values = {}) => wording.own(key, values, texts)
}
