/**
 * Folds a string for searching: lower case, accents removed, white space collapsed, full-width forms narrowed. This
 * way, "sao" finds "São" and "da nang" finds "Đà Nẵng". Thai vowels and Chinese characters are kept: only Latin-script
 * marks (U+0300 to U+036F) are dropped. The one exception is 臺, which is treated as 台 because nobody in Taiwan types
 * the official form.
 */
export function fold(text: string): string {
  // Most strings are plain ASCII, which has no marks to remove.
  if (!/[^\0-\x7f]/.test(text)) return text.toLowerCase().replace(/\s+/g, ' ').trim();
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/đ/g, 'd')
    .replace(/ł/g, 'l')
    .replace(/ø/g, 'o')
    .replace(/ı/g, 'i')
    .replace(/臺/g, '台')
    .replace(/\s+/g, ' ')
    .trim();
}
