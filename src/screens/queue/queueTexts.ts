import { namingFields, ownerInput, updateBy, updatesOf } from '../../contract/resource.ts';
import { resourceOf } from '../../contract/resources/all.ts';
import { withPeriod } from '../../domain/errorText.ts';
import { formatAge, formatTime } from '../../domain/format.ts';
import type { PausedSummary } from '../../sync/hooks/pausedWrites.ts';
import type { EntryState, OutboxEntry, Row } from '../../sync/types.ts';
import { VIEW_LABELS } from '../../contract/fieldWords.ts';
import { fieldLabel, isOfDraft, valueText } from './entryWords.ts';
import { conflictText } from '../shared/conflictText.ts';
import type { AlikeConflicts } from './workbench.ts';
import { COUNTRIES } from '../../domain/country.ts';
import { addressText } from '../shared/recordLine.ts';
import { ownerText, choiceTexts, keyValues, placeIds, subjectText } from '../shared/recordWords.ts';
import { VERSIONS } from '../../contract/rateTable/apply.ts';
import { joined } from '../shared/thingsText.ts';
import { pageWords } from '../shared/views/viewTexts.ts';

/** Texts for the queue page: for writes, their records, and actions on several writes. */

export interface FieldChange {
  field: string;
  /** The previous value; null for a new record. */
  from: string | null;
  to: string;
}

/** The fields changed by a write. An edit that was reverted to its base still shows its fields. */
export function fieldChanges({ collection, effect, base, changes, input }: OutboxEntry): readonly FieldChange[] {
  if (effect === 'delete') return [];
  const wanted: Row = effect === 'create' ? input : changes;
  return Object.keys(wanted)
    .filter(field => (collection === 'views' ? field in VIEW_LABELS : field !== 'version'))
    .map(field => ({
      field,
      from: effect === 'create' ? null : valueText(collection, field, base?.[field]),
      to: valueText(collection, field, wanted[field]),
    }));
}

/** Fields that are part of a record's name: its channel, and values that are set on creation and never edited. */
function namedBy({ collection }: OutboxEntry): readonly string[] {
  const resource = resourceOf(collection);
  return resource ? [...ownerInput(resource), ...namingFields(resource)] : [];
}

/**
 * A write's changes on one line, e.g. "Support COD Deliver: No to Yes", or for a new record "Support Deliver: Yes". A
 * field that a colleague had already set to the same value is omitted if other fields changed.
 */
export function changesText(entry: OutboxEntry): string {
  const fields = fieldChanges(entry).filter(
    ({ field }) => entry.effect === 'update' || !namedBy(entry).includes(field),
  );
  const changed = fields.filter(({ from, to }) => from !== to);
  const all = changed.length > 0 ? changed : fields;
  const named = isOfDraft(entry.collection) ? all.slice(0, CELLS_NAMED) : all;
  const rest = all.length - named.length;
  const words = named
    .map(
      ({ field, from, to }) =>
        `${fieldLabel(entry.collection, field)}: ${from === null || from === to ? to : `${from} to ${to}`}`,
    )
    .join(', ');
  return rest === 0 ? words : `${words}, and ${rest} more`;
}

/** Maximum number of a draft's cells listed on a line; a write may have thousands. */
const CELLS_NAMED = 3;

const STATE_WORD: Readonly<Record<EntryState, string>> = {
  queued: 'Waiting',
  sending: 'Sending',
  refused: 'Refused',
  conflict: 'Conflict',
  applied: 'Saved',
  merged: 'Saved, merged with a colleague’s change',
  discarded: 'Discarded',
};

export const stateWord = (state: EntryState): string => STATE_WORD[state];

/**
 * The sentence below an open entry: what happened, and what comes next. `isBlocked`: the entry waits for one that needs
 * a decision.
 */
export function entryNote(entry: OutboxEntry, online: boolean, signedOut: boolean, isBlocked = false): string {
  const tries = entry.attempts === 0 ? '' : entry.attempts === 1 ? ' Tried once.' : ` Tried ${entry.attempts} times.`;
  switch (entry.state) {
    case 'sending':
      return 'Being sent now.';
    case 'refused':
      if (entry.problem?.status === 0) return entry.problem.message;
      return `The server refused this change: ${withPeriod(entry.problem?.message || 'no reason given')} Change it, send it again or discard it.`;
    case 'conflict':
      return `${sentence(conflictText(entry))} Choose what to keep.`;
    case 'queued':
      if (signedOut) return `Sign in to send it.${tries}`;
      if (isBlocked) return 'Waiting for the change above, which needs your decision. It will be sent after that.';
      if (entry.after !== null) return 'Will be sent after the change before it.';
      if (entry.awaits && entry.fence === 0)
        return 'Refers to a record in an import on this device. It will be sent after that import.';
      if (entry.problem && (entry.problem.status > 0 || entry.problem.between))
        return `${withPeriod(entry.problem.message)} It will be retried automatically.${tries}`;
      return online
        ? `Will be sent in a moment.${tries}`
        : `Saved on this device. It will be sent as soon as the server can be reached.${tries}`;
    case 'applied':
    case 'merged':
    case 'discarded':
      return '';
  }
}

const sentence = (part: string): string => withPeriod(part.charAt(0).toUpperCase() + part.slice(1));

/** Formats an age, e.g. "4 min ago" or "just now". */
export function agoText(at: number, now: number): string {
  const age = formatAge(now - at);
  return age === 'just now' ? age : `${age} ago`;
}

/** The number of writes waiting for one that needs a decision. */
export const behindText = (behind: number): string =>
  behind === 1
    ? 'One later change to this record is waiting for it.'
    : `${behind} later changes to this record are waiting for it.`;

/**
 * Explains the effect of discarding an entry. If its response was lost, the write may nevertheless have taken effect.
 */
export const discardText = ({ state, fence }: OutboxEntry): string =>
  state === 'queued' && fence > 0
    ? 'This change may already have reached the server; if so, it stays there. It will not be sent again.'
    : 'This change will never be sent, and the list will show the server’s record again.';

/** A file containing one entry, for a problem report. */
export function exportFile(entry: OutboxEntry): { name: string; text: string } {
  return { name: `change-${entry.seq}-${entry.id}.json`, text: `${JSON.stringify(entry, null, 2)}\n` };
}

/** Only a place's name can change. */
const PLACE_FIELDS: readonly string[] = ['name'];

/** Fields of an entry that can be edited here: for an update, those that its call changes; for a deletion, none. */
export function editableFields({ effect, collection, callId }: OutboxEntry): readonly string[] {
  if (effect === 'delete') return [];
  if (collection === 'locations') return PLACE_FIELDS;
  const resource = resourceOf(collection);
  if (!resource) return [];
  return effect === 'create' ? resource.edit : (updateBy(resource, callId)?.fields ?? []);
}

/**
 * Why the selected fields cannot be sent, which is the case if no single call accepts all of them; null if one does.
 */
export function separateText({ effect, collection }: OutboxEntry, mine: readonly string[]): string | null {
  const resource = resourceOf(collection);
  if (effect !== 'create' || !resource || mine.length === 0) return null;
  const updates = updatesOf(resource);
  if (updates.some(({ fields }) => mine.every(field => fields.includes(field)))) return null;
  const words = updates
    .map(({ label, fields }) => `${label} (${fields.map(field => fieldLabel(collection, field)).join(', ')})`)
    .join(' and ');
  return `${words} are separate changes. Choose your change for the fields of only one of them, then make the other change in the list.`;
}

/** Names of the page's filters. */
export const SHOW_LABEL = { all: 'All', waiting: 'Waiting', needs: 'Needs attention', done: 'Done' } as const;

export const IMPORT_SHOW_LABEL = {
  all: 'All imports and bulk changes',
  running: 'In progress',
  failed: 'Need attention',
} as const;

/** The message shown if there are no writes. */
export const EMPTY = {
  all: {
    title: 'No changes yet',
    hint: 'Records that you add, edit or delete on this device are listed here until they reach the server.',
  },
  waiting: {
    title: 'Nothing to send',
    hint: 'All changes made on this device are on the server or need your decision.',
  },
  needs: {
    title: 'Nothing needs attention',
    hint: 'Changes that the server refused, or that conflict with a colleague’s change, are listed here for you to decide.',
  },
  done: {
    title: 'No finished changes yet',
    hint: 'Changes that have reached the server or were discarded are listed here.',
  },
} as const;

/** Texts for writes that were paused after a long time offline. */

/** Summarizes paused writes, e.g. "41 waiting: 36 safe to send, 3 changed by others since, 2 for deleted records". */
export function pausedText({ waiting, safe, changed, gone, denied }: PausedSummary): string {
  if (safe === waiting) return waiting === 1 ? '1 waiting, safe to send' : `${waiting} waiting, all safe to send`;
  const parts = [
    safe > 0 ? `${safe} safe to send` : '',
    changed > 0 ? `${changed} changed by others since` : '',
    gone > 0 ? `${gone} for ${gone === 1 ? 'a deleted record' : 'deleted records'}` : '',
    denied > 0 ? `${denied} without permission` : '',
  ].filter(part => part !== '');
  return `${waiting} waiting: ${parts.join(', ')}`;
}

/** The preflight's finding for a paused write. */
export function pausedNote({ hold, rebased }: OutboxEntry & { rebased?: boolean }, timeZone: string): string {
  if (!hold) return '';
  const at = Number(hold.row?.['updatedAt'] ?? hold.gone?.at ?? 0);
  const when = at > 0 ? ` at ${formatTime(at, timeZone)}` : '';
  const who = String(hold.row?.['updatedBy'] ?? hold.gone?.by ?? '') || 'A colleague';
  switch (hold.verdict) {
    case 'safe':
      return rebased
        ? 'A colleague changed other fields, so your change will be merged with theirs. It is paused until you send it.'
        : 'Nobody has changed the record since. It is paused until you send it.';
    case 'changed':
      return `${who} changed the record${when} after you did. Review your change or send it; changes to different fields are merged, and changes to the same field become a conflict.`;
    case 'gone':
      return `${who} deleted the record${when}. Review your change to create the record again or to discard your change.`;
    case 'denied':
      return 'You no longer have permission to change this record, so the server would refuse your change.';
  }
}

/** Timestamps change with every write and are meaningless to people. */
const STAMPS = ['version', 'updatedBy', 'updatedAt'];

/** A field of a paused write's record with its original value, the person's and the others'; null means unchanged. */
export interface PausedField {
  field: string;
  before: string;
  mine: string | null;
  theirs: string | null;
}

/** All fields that the person or others have changed since the write was made. */
export function pausedFields({ collection, base, changes, hold }: OutboxEntry): readonly PausedField[] {
  const row: Row | null = hold?.row ?? null;
  if (!row || !base) return [];
  const others = Object.keys(row).filter(field => !STAMPS.includes(field) && row[field] !== base[field]);
  return [...new Set([...Object.keys(changes), ...others])].map(field => ({
    field,
    before: valueText(collection, field, base[field]),
    mine: field in changes ? valueText(collection, field, changes[field]) : null,
    theirs: others.includes(field) ? valueText(collection, field, row[field]) : null,
  }));
}

/** Texts for resolving many conflicts in the same way. */

/** The title of a group, e.g. "12 edits of Support COD Deliver conflict with colleagues’ changes". */
export function alikeTitle({ kind, fields, entries }: AlikeConflicts): string {
  const n = entries.length;
  switch (kind) {
    case 'edited':
      return `${n} edits of ${joined(fields)} conflict with colleagues’ changes`;
    case 'gone':
      return `${n} edits change records that a colleague deleted`;
    case 'deletes':
      return `${n} deletions delete records that a colleague changed`;
    case 'exists':
      return `${n} new records already exist with a different ${joined(fields)}`;
  }
}

/** Describes what would happen if all similar conflicts were resolved in the same way. */
export function batchOutcome({ kind, fields, entries }: AlikeConflicts, side: 'mine' | 'theirs'): string {
  const n = entries.length;
  if (side === 'theirs') {
    const stays = kind === 'gone' ? 'stay deleted' : 'keep your colleagues’ changes';
    return `Your ${n} changes are discarded and never sent; the records ${stays}. The changes stay in the list “Done”.`;
  }
  switch (kind) {
    case 'edited':
      return `In ${n} records, your ${joined(fields)} replaces your colleagues’. Their other changes are kept.`;
    case 'gone':
      return `${n} records are created again with your values.`;
    case 'deletes':
      return `${n} records are deleted, including your colleagues’ changes.`;
    case 'exists':
      return `In ${n} records, your ${joined(fields)} replaces your colleagues’.`;
  }
}

/** Describes the outcome of a bulk decision. */
export function batchSummary(side: 'mine' | 'theirs', { took, movedOn }: { took: number; movedOn: number }): string {
  const decided =
    side === 'mine'
      ? `${took} decided: yours ${took === 1 ? 'is' : 'are'} being sent.`
      : `${took} decided: theirs kept.`;
  return movedOn === 0 ? decided : `${decided} ${movedOn} had changed in the meantime and were left unchanged.`;
}

/** All data that the writes contain about their record; newer values take precedence. */
const knownOf = (entries: readonly OutboxEntry[]): Row =>
  Object.assign({}, ...entries.flatMap(({ base, theirs, optimistic }) => [base, theirs?.row, optimistic])) as Row;

/** The name and detail of the record that the writes are about. */
export function recordTexts(entries: readonly OutboxEntry[]): { name: string; detail: string } {
  const [first] = entries;
  if (!first) return { name: '', detail: '' };
  if (first.collection === 'locations') return placeTexts(first, knownOf(entries));
  if (first.collection === 'views') return viewTexts(first, knownOf(entries));
  if (isOfDraft(first.collection)) return draftTexts(first);
  const resource = resourceOf(first.collection);
  if (!resource) return { name: first.title, detail: first.recordKey };
  const row = { ...knownOf(entries), ...keyValues(resource, first.recordKey) };
  const name = subjectText(resource, row, addressText);
  const ids = placeIds(resource, row);
  const place = ids === '' || name.endsWith(ids) ? '' : `Location ${ids}`;
  const kind = resource.label.one;
  const detail = [
    // A place's zone limit and its location have identical names.
    [name, place].some(text => text.startsWith(kind)) ? '' : kind,
    place,
    ...choiceTexts(resource, row),
    ownerText(resource, row),
    COUNTRIES[first.entity].name,
  ];
  return { name, detail: detail.filter(part => part !== '').join(' · ') };
}

/** Names a version, e.g. "Version 3 of channel 10028", with the kind of prices and the country. */
function draftTexts({ collection, recordKey, entity }: OutboxEntry): { name: string; detail: string } {
  const [channelId = '', versionNo = ''] = recordKey.split('/');
  const what = collection === VERSIONS.rate ? 'Rate table' : 'Third-party fees';
  return { name: `Version ${versionNo} of channel ${channelId}`, detail: `${what} · ${COUNTRIES[entity].name}` };
}

function placeTexts({ recordKey, entity }: OutboxEntry, known: Row): { name: string; detail: string } {
  const above = LEVEL_FIELDS.slice(0, Number(known['level'] ?? 0)).map(field => String(known[field] ?? ''));
  const name = addressText([...above, String(known['name'] ?? '')]);
  return { name, detail: `Location ${recordKey} · ${COUNTRIES[entity].name}` };
}

/** Names a saved view, e.g. "Saved view "Bandung"", followed by its list and country. */
function viewTexts({ entity }: OutboxEntry, { name, path }: Row): { name: string; detail: string } {
  return {
    name: `View "${String(name ?? '')}"`,
    detail: ['Saved view', typeof path === 'string' ? pageWords(path) : '', COUNTRIES[entity].name]
      .filter(part => part !== '')
      .join(' · '),
  };
}

/** The fields that contain the names of a place's ancestors. */
const LEVEL_FIELDS = ['state', 'city', 'district'] as const;

/** The readable name of a write's record. */
export const recordName = (entry: OutboxEntry): string => recordTexts([entry]).name;

const WORDS = { create: 'New record', update: 'Edit', delete: 'Deletion' } as const;

/** What a write does to its record, e.g. "Edit" or "Deletion, undoes a change". */
export const operationWord = ({ effect, undoes }: OutboxEntry): string =>
  undoes === undefined ? WORDS[effect] : `${WORDS[effect]}, undoes a change`;
