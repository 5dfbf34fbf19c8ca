/**
 * Texts of the parts of the box that are loaded on demand. A site changes them like those of texts.ts.
 */
import type { Wording } from './texts.js'

export type MoreKey = keyof typeof EN
export type Say = (key: MoreKey, values?: Record<string, string>) => string

const EN = {
  open: 'Search',
  close: 'Close',
  filters: 'Filter',
  lang: 'Language',
  section: 'Section',
  site: 'Site',
  all: 'All',
  more: 'Show more',
  sort: 'Sort',
  sortBest: 'Best match',
  sortDate: 'Newest',
  hideMarks: 'Hide highlighted words',
  copy: 'Copy',
  copyLink: 'Copy link',
  copied: 'Copied',
  notCopied: 'Could not copy',
  helpful: 'Did this help?',
  helpfulYes: 'Yes, it helped',
  helpfulNo: 'No, it did not',
  thanks: 'Thank you',
  note: 'What is missing or wrong?',
  noteHint: 'Please write nothing about yourself or other people.',
  noteSend: 'Send',
  reports: 'May this website receive your questions, without your name, to improve its answers?',
  reportsYes: 'Yes',
  reportsNo: 'No',
  recent: 'Recent questions',
  recentAndSuggested: 'Recent and suggested questions',
  clearRecent: 'Clear recent questions',
}

const TR: typeof EN = {
  open: 'Ara',
  close: 'Kapat',
  filters: 'Filtrele',
  lang: 'Dil',
  section: 'Bölüm',
  site: 'Site',
  all: 'Tümü',
  more: 'Daha fazla göster',
  sort: 'Sırala',
  sortBest: 'En uygun',
  sortDate: 'En yeni',
  hideMarks: 'Vurgulanan sözcükleri gizle',
  copy: 'Kopyala',
  copyLink: 'Bağlantıyı kopyala',
  copied: 'Kopyalandı',
  notCopied: 'Kopyalanamadı',
  helpful: 'İşinize yaradı mı?',
  helpfulYes: 'Evet, yaradı',
  helpfulNo: 'Hayır, yaramadı',
  thanks: 'Teşekkürler',
  note: 'Ne eksik ya da yanlış?',
  noteHint: 'Lütfen kendinize veya başkalarına dair bir şey yazmayın.',
  noteSend: 'Gönder',
  reports: 'Yanıtları iyileştirmek için sorularınız, adınız olmadan bu siteye iletilsin mi?',
  reportsYes: 'Evet',
  reportsNo: 'Hayır',
  recent: 'Son sorularınız',
  recentAndSuggested: 'Son sorularınız ve öneriler',
  clearRecent: 'Son soruları temizle',
}

export function moreText(wording: Wording): Say {
  const texts = wording.lang.split('-')[0] === 'tr' ? TR : EN
  return (key, values = {}) => wording.own(key, values, texts)
}
