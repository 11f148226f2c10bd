import type { HoldSummary } from '../../sync/hooks/holds.ts';
import { formatTime } from '../../domain/format.ts';
import type { OutboxEntry, Row } from '../../sync/types.ts';
import { valueText } from '../shared/recordWords.ts';

/** Words of what waits for the person's go after a long time offline. */

/** "41 waiting: 36 safe, 3 changed by others since, 2 for records that are gone". */
export function holdText({ waiting, safe, changed, gone, denied }: HoldSummary): string {
  if (safe === waiting) return waiting === 1 ? '1 waiting, safe to send' : `${waiting} waiting, all of them safe`;
  const parts = [
    safe > 0 ? `${safe} safe` : '',
    changed > 0 ? `${changed} changed by others since` : '',
    gone > 0 ? `${gone} for ${gone === 1 ? 'a record that is' : 'records that are'} gone` : '',
    denied > 0 ? `${denied} that you may no longer change` : '',
  ].filter(part => part !== '');
  return `${waiting} waiting: ${parts.join(', ')}`;
}

/** What was found about one held write. */
export function holdNote({ hold, rebased }: OutboxEntry & { rebased?: boolean }, timeZone: string): string {
  if (!hold) return '';
  const at = Number(hold.row?.['updatedAt'] ?? hold.gone?.at ?? 0);
  const when = at > 0 ? ` at ${formatTime(at, timeZone)}` : '';
  const who = String(hold.row?.['updatedBy'] ?? hold.gone?.by ?? '') || 'A colleague';
  switch (hold.verdict) {
    case 'safe':
      return rebased
        ? 'A colleague changed other fields: your change is added to theirs. It waits for your go.'
        : 'Nobody changed the record since. It waits for your go.';
    case 'changed':
      return `${who} changed the record${when}, after you did. Review it, or send it: other fields are merged, the same ones come back as a conflict.`;
    case 'gone':
      return `The record is gone: ${who === 'A colleague' ? 'a colleague' : who} deleted it${when}. Review it to create it again or to let it go.`;
    case 'denied':
      return 'You may no longer change this record: the server would refuse it.';
  }
}

/** Stamps change at every write and say nothing to a person. */
const STAMPS = ['version', 'updatedBy', 'updatedAt'];

/** A field of a held write's record: what it was, what the person made of it, what others made of it; null: left alone. */
export interface HeldField {
  field: string;
  before: string;
  mine: string | null;
  theirs: string | null;
}

/** Every field that the person or others changed since the write was made. */
export function heldFields({ base, changes, hold }: OutboxEntry): readonly HeldField[] {
  const row: Row | null = hold?.row ?? null;
  if (!row || !base) return [];
  const others = Object.keys(row).filter(field => !STAMPS.includes(field) && row[field] !== base[field]);
  return [...new Set([...Object.keys(changes), ...others])].map(field => ({
    field,
    before: valueText(field, base[field]),
    mine: field in changes ? valueText(field, changes[field]) : null,
    theirs: others.includes(field) ? valueText(field, row[field]) : null,
  }));
}
