import { labelOf, OWNER_FIELDS, type Resource } from '../../../contract/resource.ts';
import { wordOf } from '../../../contract/recordChange.ts';
import { RESOURCES } from '../../../contract/resources/all.ts';
import { DEFAULT_PAGE_SIZE } from '../../../domain/listQuery.ts';
import { idsText } from '../../../domain/manyIds.ts';
import { parsePreferences } from '../../../ui/list/preferences.ts';
import { stateOf } from './viewTexts.ts';

/** Describes the contents of a saved view, for the queue. */

const OWNERS: Readonly<Record<string, { label: string }>> = OWNER_FIELDS;

/** The name of a list's field, from the list's declaration or from another list with that field. */
function wordsOf(name: string): { label: string; word: (value: unknown) => string } {
  const resource = (RESOURCES as readonly Resource[]).find(({ fields }) => fields[name] !== undefined);
  return {
    label: OWNERS[name]?.label ?? (resource ? labelOf(resource, name) : name === 'quick' ? 'Quick find' : name),
    word: value => (Array.isArray(value) ? idsText(value.length) : wordOf(resource?.fields[name], value)),
  };
}

/** Describes a query, e.g. "Channel ID: 10021, City: Bandung, sorted by City from Z to A, 50 rows per page". */
function queryText(query: string): string {
  const { q, sort, count } = stateOf({ query });
  const parts = Object.entries(q).map(([name, value]) => {
    const { label, word } = wordsOf(name);
    return `${label}: ${word(value)}`;
  });
  const column = sort.replace(/^-/, '');
  if (column !== '') parts.push(`sorted by ${wordsOf(column).label}${sort.startsWith('-') ? ', descending' : ''}`);
  if (count !== DEFAULT_PAGE_SIZE) parts.push(`${count} rows per page`);
  return parts.length === 0 ? 'None' : parts.join(', ');
}

/** Describes the appearance of a table, e.g. "Compact, without City and District, own widths". */
function looksText(looks: string): string {
  const { density, hidden, added, order, widths, frozen } = parsePreferences(looks);
  const names = (keys: readonly string[]) => keys.map(key => wordsOf(key).label).join(', ');
  return [
    density === 'compact' ? 'Compact' : 'Comfortable',
    hidden.length > 0 ? `without ${names(hidden)}` : '',
    added.length > 0 ? `with ${names(added)}` : '',
    order.length > 0 ? 'custom column order' : '',
    Object.keys(widths).length > 0 ? 'custom column widths' : '',
    frozen === null ? '' : frozen === '' ? 'no frozen columns' : `columns frozen up to ${wordsOf(frozen).label}`,
  ]
    .filter(part => part !== '')
    .join(', ');
}

/** Formats a value of a view in words. */
export function viewValueText(field: string, value: unknown): string {
  if (field === 'query') return queryText(String(value ?? ''));
  if (field === 'looks') return looksText(String(value ?? ''));
  return wordOf(undefined, value);
}
