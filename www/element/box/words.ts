/** Words for comparisons in the box: without case and diacritics, and with one i for all four. */
export function words(text: string) {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(/ı/g, 'i').match(/[\p{L}\p{N}]+/gu) ?? []
}
