/**
 * Texts of the debug panel, in Turkish and English, separate from texts.ts so that visitors do not load them.
 */
import type { Wording } from './texts.js'

export type DebugKey = keyof typeof EN
export type Say = (key: DebugKey, values?: Record<string, string>) => string

const EN = {
  debug: 'How this was found',
  intent: 'Intent',
  language: 'Language',
  route: 'Route',
  tier: 'tier',
  answered: 'Answered by',
  confidence: 'Confidence',
  repaired: 'Corrected',
  completed: 'Understood as',
  reranking: 'Reranking',
  rerankFailed: 'failed; order unchanged',
  words: 'Search terms',
  word: 'Word',
  weight: 'Weight',
  origin: 'Origin',
  steps: 'Steps',
  step: 'Step',
  result: 'Result',
  scores: 'Scores',
  score: 'score',
  page: 'Page',
  relevance: 'relevance',
  coverage: 'coverage',
  closeness: 'closeness',
  title: 'title',
  copies: 'on {count} more pages',
  compare: 'Compare methods',
  comparing: 'Asking every method…',
  methods: 'Methods side by side',
  place: 'Place',
  tier1: 'Facts (tier 1)',
  tier2: 'Pages (tier 2)',
  none: 'no answer',
  legend: 'Each letter is a passage; the number says how many of the {all} methods have it among their first five.',
}

const TR: typeof EN = {
  debug: 'Bu nasıl bulundu?',
  intent: 'Soru amacı',
  language: 'Dil',
  route: 'Yönlendirme',
  tier: 'katman',
  answered: 'Yanıtlayan',
  confidence: 'Güven',
  repaired: 'Düzeltilen',
  completed: 'Şöyle anlaşıldı',
  reranking: 'Yeniden sıralama',
  rerankFailed: 'başarısız; sıra değişmedi',
  words: 'Aranan sözcükler',
  word: 'Sözcük',
  weight: 'Ağırlık',
  origin: 'Kaynağı',
  steps: 'Adımlar',
  step: 'Adım',
  result: 'Sonuç',
  scores: 'Puanlar',
  score: 'puan',
  page: 'Sayfa',
  relevance: 'ilgililik',
  coverage: 'kapsama',
  closeness: 'yakınlık',
  title: 'başlık',
  copies: '{count} sayfada daha',
  compare: 'Yöntemleri karşılaştır',
  comparing: 'Bütün yöntemlere soruluyor…',
  methods: 'Yöntemler yan yana',
  place: 'Sıra',
  tier1: 'Bilgiler (1. katman)',
  tier2: 'Sayfalar (2. katman)',
  none: 'yanıt yok',
  legend: 'Her harf bir bölümdür; sayı, {all} yöntemden kaçının onu ilk beş sonuçta bulduğunu gösterir.',
}

/** The texts in the language of the box: the site's own, or these. */
export function debugText(wording: Wording): Say {
  const texts = wording.lang.split('-')[0] === 'tr' ? TR : EN
  return (key, values = {}) => wording.own(key, values, texts)
}
