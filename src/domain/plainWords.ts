/**
 * Converts a field name to words: "fileUrlList" to "File Url List", "shop_ids" to "Shop IDs". Used as the label of a
 * field for which none is declared.
 */
export function plainWords(name: string): string {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').split(/[\s_]+/);
  return words
    .filter(word => word !== '')
    .map(word =>
      /^ids?$/i.test(word) ? word.toUpperCase().replace('S', 's') : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join(' ');
}
