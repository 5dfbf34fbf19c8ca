/**
 * Words as the box compares them itself: without case and diacritics, and with one i for all four.
 * @param {string} text
 */
export function words(text) {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(/ı/g, 'i').match(/[\p{L}\p{N}]+/gu) ?? []
}
