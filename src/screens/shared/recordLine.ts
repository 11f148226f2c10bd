import { fieldsOfKind, type Resource } from '../../contract/resource.ts';
import { CHOICES_TOLD, choiceTexts, keyValues, ownerText, placeIds, subjectText } from './recordWords.ts';

/** Texts for records that dialogs, imports and undo use, but no list. */

type Values = Readonly<Record<string, unknown>>;

/** "Coblong, Bandung, Jawa Barat": the names of a place, which are given from the state down, from the place itself up. */
export const addressText = (names: readonly string[]): string =>
  names
    .filter(name => name !== '')
    .toReversed()
    .join(', ');

/** The labels of the choices that distinguish records, e.g. "Origin Level, Destination Level"; '' if there are none. */
export function choiceHeading(resource: Resource, rows: readonly Values[]): string {
  const choices = fieldsOfKind(resource, 'choice');
  if (choices.length > CHOICES_TOLD) return '';
  return choices.flatMap(([name, { label }]) => (rows.some(row => row[name] !== undefined) ? [label] : [])).join(', ');
}

/** Describes a record on one line, e.g. "Jawa Barat > Bandung (1000004), Standard, channel 10021 J&T Express". */
export function recordLine(resource: Resource, row: Values): string {
  const ids = placeIds(resource, row);
  const subject = subjectText(resource, row);
  const hasIds = ids !== '' && !subject.endsWith(ids);
  return [`${subject}${hasIds ? ` (${ids})` : ''}`, ...choiceTexts(resource, row), ownerText(resource, row)]
    .filter(part => part !== '')
    .join(', ');
}

/** Describes a record on one line, from its key and, if available, its row. */
export const keyedLine = (resource: Resource | undefined, key: string, row: Values | null): string =>
  resource ? recordLine(resource, { ...row, ...keyValues(resource, key) }) : key;

/** Who last changed a record, or that the record was deleted. */
export function changedBy(row: Values | null): string {
  if (!row) return 'it is gone';
  const who = row['updatedBy'];
  return typeof who === 'string' && who !== '' ? `changed by ${who}` : 'it was changed';
}
