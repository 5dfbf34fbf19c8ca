/**
 * Words for comparisons in the box: without case and diacritics, and with one i for all four.
 * @param {string} text
 */
export function words(text) {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(/ı/g, 'i').match(/[\p{L}\p{N}]+/gu) ?? []
}
