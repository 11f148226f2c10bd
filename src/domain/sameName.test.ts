import { expect, it } from 'vitest';
import { takenName } from './sameName.ts';

it.each([
  ['Editor', 'editor'],
  ['EDITOR', 'Editor'],
  ['Rate  editor ', 'Rate editor'],
  ['Ti\u0302m', 'Tîm'],
  ['Ｅｄｉｔｏｒ', 'Editor'],
  ['Edi\u200btor', 'Editor'],
  ['Ä\u00a0b', 'ä b'],
])('"%s" is the same name as "%s"', (wanted, other) => {
  expect(takenName(wanted, ['Viewer', other])).toBe(other);
});

it.each([
  ['Tim', 'Tím'],
  ['Editor 1', 'Editor'],
  ['Rateeditor', 'Rate editor'],
])('"%s" is another name than "%s"', (wanted, other) => {
  expect(takenName(wanted, ['Viewer', other])).toBeUndefined();
});
