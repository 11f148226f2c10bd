import { VERSIONS } from '../../contract/rateTable/apply.ts';
import type { Family, RateVersionRow } from '../../contract/rateTable/versions.ts';
import { recordName, type StoredEntry } from '../outbox/entry.ts';
import { draftKey } from '../resources/cellWrites.ts';
import { useOutbox } from './useOutbox.ts';
import { useSync } from './useSync.ts';

const NONE: readonly StoredEntry[] = [];

/** The person's writes to a draft on this device, live; empty until they have been read. */
export function useDraftWrites(
  family: Family,
  version: Pick<RateVersionRow, 'channelId' | 'versionNo'> | null,
): readonly StoredEntry[] {
  const { entity } = useSync();
  const record = version === null ? '' : recordName(VERSIONS[family], entity, draftKey(version));
  return useOutbox(async outbox => (record === '' ? NONE : outbox.ofRecord(record)), record) ?? NONE;
}
