import { resourceOf } from '../../contract/resources/all.ts';
import { COUNTRIES } from '../../domain/country.ts';
import type { OutboxEntry, Row } from '../../sync/types.ts';
import { addressText, ownerText, choiceTexts, keyValues, placeIds, subjectText } from '../shared/recordWords.ts';
import { pageWords } from '../shared/views/viewTexts.ts';

/** What the page calls a record and a write of it. */

/** Everything that the writes know of their record, the newest word last. */
const knownOf = (entries: readonly OutboxEntry[]): Row =>
  Object.assign({}, ...entries.flatMap(({ base, theirs, optimistic }) => [base, theirs?.row, optimistic])) as Row;

/** Name and detail of the record that the writes are about. */
export function recordTexts(entries: readonly OutboxEntry[]): { name: string; detail: string } {
  const [first] = entries;
  if (!first) return { name: '', detail: '' };
  if (first.collection === 'locations') return placeTexts(first, knownOf(entries));
  if (first.collection === 'views') return viewTexts(first, knownOf(entries));
  const resource = resourceOf(first.collection);
  if (!resource) return { name: first.title, detail: first.recordKey };
  const row = { ...knownOf(entries), ...keyValues(resource, first.recordKey) };
  const name = subjectText(resource, row, addressText);
  const ids = placeIds(resource, row);
  const place = ids === '' || name.endsWith(ids) ? '' : `Location ${ids}`;
  const kind = resource.label.one;
  const detail = [
    // A place's zone limit and its location bear the same name.
    [name, place].some(text => text.startsWith(kind)) ? '' : kind,
    place,
    ...choiceTexts(resource, row),
    ownerText(resource, row),
    COUNTRIES[first.entity].name,
  ];
  return { name, detail: detail.filter(part => part !== '').join(' · ') };
}

function placeTexts({ recordKey, entity }: OutboxEntry, known: Row): { name: string; detail: string } {
  const above = LEVEL_FIELDS.slice(0, Number(known['level'] ?? 0)).map(field => String(known[field] ?? ''));
  const name = addressText([...above, String(known['name'] ?? '')]);
  return { name, detail: `Location ${recordKey} · ${COUNTRIES[entity].name}` };
}

/** "Saved view "Bandung"", of which list it is, and of which country. */
function viewTexts({ entity }: OutboxEntry, { name, path }: Row): { name: string; detail: string } {
  return {
    name: `View "${String(name ?? '')}"`,
    detail: ['Saved view', typeof path === 'string' ? pageWords(path) : '', COUNTRIES[entity].name]
      .filter(part => part !== '')
      .join(' · '),
  };
}

/** Fields of a place with the names above it. */
const LEVEL_FIELDS = ['state', 'city', 'district'] as const;

/** Readable name of a write's record. */
export const recordName = (entry: OutboxEntry): string => recordTexts([entry]).name;

const WORDS = { create: 'New record', update: 'Edit', delete: 'Deletion' } as const;

/** "Edit", "Deletion, takes a change back": what a write is, within its record. */
export const operationWord = ({ effect, undoes }: OutboxEntry): string =>
  undoes === undefined ? WORDS[effect] : `${WORDS[effect]}, takes a change back`;
