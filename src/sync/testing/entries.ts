import { BEGINNING, recordName, type StoredEntry } from '../outbox/entry.ts';
import type { NewWrite } from '../types.ts';

let seq = 0;

/** A write as stored in the outbox, for tests: the next in order, queued at time 0 unless `part` says otherwise. */
export function entryOf(write: NewWrite, part: Partial<StoredEntry> = {}): StoredEntry {
  seq += 1;
  return {
    ...write,
    seq,
    id: `e${seq}`,
    record: recordName(write.collection, write.entity, write.recordKey),
    contract: 1,
    after: null,
    ...BEGINNING,
    createdAt: 0,
    ...part,
  };
}
