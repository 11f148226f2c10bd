import { fieldLabel as labelOf, valueText as textOf } from '../../contract/fieldWords.ts';
import { VERSIONS } from '../../contract/rateTable/apply.ts';
import { fieldWords, valueWords } from '../shared/draftWords.ts';
import { viewValueText } from '../shared/views/viewWords.ts';

/** Names of the fields of a write's record, even for records without a declaration. */

/** Whether a write is to a rate table draft, whose fields are cells. */
export const isOfDraft = (collection: string | undefined): boolean =>
  (Object.values(VERSIONS) as readonly (string | undefined)[]).includes(collection);

/** The name under which screens show a field. */
export const fieldLabel = (collection: string | undefined, field: string): string =>
  isOfDraft(collection) ? fieldWords(field) : labelOf(collection, field);

/** Formats a value in words. */
export const valueText = (collection: string | undefined, field: string, value: unknown): string => {
  if (isOfDraft(collection)) return valueWords(field, value);
  return collection === 'views' ? viewValueText(field, value) : textOf(collection, field, value);
};
