import { formatAge } from '../../domain/format.ts';
import { inputFields } from '../../contract/resource.ts';
import { resourceOf } from '../../contract/resources/all.ts';
import type { EntryState, OutboxEntry, Row } from '../../sync/types.ts';
import { metText } from './metText.ts';
import { fieldLabel, valueText } from '../shared/recordWords.ts';

/** Words of the queue page, and how entries are put together for it. */

export interface FieldChange {
  field: string;
  /** Null where there was none: a new record. */
  from: string | null;
  to: string;
}

/** What a write changes, field by field. An edit that was made back to its base shows its fields all the same. */
export function fieldChanges({ effect, base, changes, input }: OutboxEntry): readonly FieldChange[] {
  if (effect === 'delete') return [];
  const wanted: Row = effect === 'create' ? input : changes;
  return Object.keys(wanted)
    .filter(field => field !== 'version')
    .map(field => ({
      field,
      from: effect === 'create' ? null : valueText(field, base?.[field]),
      to: valueText(field, wanted[field]),
    }));
}

/** Fields that a record's name says: its channel, and what a new one takes but no edit changes. */
function namedBy({ collection }: OutboxEntry): readonly string[] {
  const resource = resourceOf(collection);
  return resource ? ['channelId', ...inputFields(resource).filter(name => !resource.edit.includes(name))] : [];
}

/** The same in a line: "Support COD Deliver: No to Yes", of a new record "Support Deliver: Yes". */
export const changesText = (entry: OutboxEntry): string =>
  fieldChanges(entry)
    .filter(({ field }) => entry.effect === 'update' || !namedBy(entry).includes(field))
    .map(({ field, from, to }) => `${fieldLabel(field)}: ${from === null ? to : `${from} to ${to}`}`)
    .join(', ');

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

/** The sentence under an open entry: what happened and what comes next. `heldUp`: it waits behind one that needs a person. */
export function entryNote(entry: OutboxEntry, online: boolean, signedOut: boolean, heldUp = false): string {
  const tries = entry.attempts === 0 ? '' : entry.attempts === 1 ? ' Tried once.' : ` Tried ${entry.attempts} times.`;
  switch (entry.state) {
    case 'sending':
      return 'Being sent now.';
    case 'refused':
      if (entry.problem?.status === 0) return entry.problem.message;
      return `The server refused it: ${withPeriod(entry.problem?.message || 'no reason given')} Change it, send it again or discard it.`;
    case 'conflict':
      return `${sentence(metText(entry))} Choose what is to stand.`;
    case 'queued':
      if (signedOut) return `Sign in to send it.${tries}`;
      if (heldUp) return 'Held up by the change above, which waits for you. It goes out after it.';
      if (entry.after !== null) return 'Goes out after the change before it.';
      if (entry.problem && entry.problem.status > 0)
        return `${withPeriod(entry.problem.message)} It is tried again by itself.${tries}`;
      return online
        ? `Goes out in a moment.${tries}`
        : `Stored on this device; sent as soon as the server can be reached.${tries}`;
    case 'applied':
    case 'merged':
    case 'discarded':
      return '';
  }
}

const withPeriod = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
const sentence = (part: string): string => withPeriod(part.charAt(0).toUpperCase() + part.slice(1));

/** "4 min ago", "just now". */
export function agoText(at: number, now: number): string {
  const age = formatAge(now - at);
  return age === 'just now' ? age : `${age} ago`;
}

/** What waits behind a write that needs a person. */
export const behindText = (behind: number): string =>
  behind === 1
    ? 'One later change of this record waits behind it.'
    : `${behind} later changes of this record wait behind it.`;

/** What discarding an entry means. One whose answer was lost may have taken effect all the same. */
export const discardText = ({ state, fence }: OutboxEntry): string =>
  state === 'queued' && fence > 0
    ? 'It was tried already: should the server have it without having been able to say so, it stays there. It is not sent again.'
    : 'It is never sent, and the list shows the server’s record again.';

/** File of one entry, for a report to whoever looks into it. */
export function exportFile(entry: OutboxEntry): { name: string; text: string } {
  return { name: `change-${entry.seq}-${entry.id}.json`, text: `${JSON.stringify(entry, null, 2)}\n` };
}

/** Whether an entry can be edited here: a write of a record that has fields to edit, and that is not deleted by it. */
export const isEditable = (entry: OutboxEntry): boolean =>
  entry.effect !== 'delete' && (resourceOf(entry.collection)?.edit.length ?? 0) > 0;

/** Names of what the page can be narrowed to. */
export const SHOW_LABEL = { all: 'All', waiting: 'Waiting', needs: 'Needs you', done: 'Done' } as const;

/** Why there is nothing to see. */
export const EMPTY = {
  all: {
    title: 'No changes yet',
    hint: 'What you add, edit or delete on this device is listed here, from the moment it is kept until the server has it.',
  },
  waiting: { title: 'Nothing waits', hint: 'Everything you changed on this device is on the server, or needs you.' },
  needs: {
    title: 'Nothing needs you',
    hint: 'Changes that the server refused, or that met a colleague’s change, would be listed here for you to decide.',
  },
  done: { title: 'Nothing is done yet', hint: 'Changes that reached the server, or were discarded, are listed here.' },
} as const;
