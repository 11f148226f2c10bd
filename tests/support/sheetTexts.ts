/** The notes and widths of a test-only resource's sheet: the same for each of its columns. */
export const sheetTexts = (...columns: string[]) =>
  Object.fromEntries(columns.map(name => [name, { note: 'Of the tests alone.', width: 14 }]));
