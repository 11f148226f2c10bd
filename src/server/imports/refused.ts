import { deletesRecords } from '../../contract/files.ts';
import { importsOf, resourceBulk } from '../../contract/imports/calls.ts';
import { importById } from '../../contract/imports/registry.ts';
import type { Resource } from '../../contract/resource.ts';
import { nameInText } from '../../domain/format.ts';
import type { Queryable } from '../db/transaction.ts';
import { fileIdOf } from '../files/records.ts';
import type { Refused } from '../notify/sources.ts';
import type { ImportRecord } from './records.ts';

/** The events of refused imports, bulk changes and undos, without the reason (NOTIF-1). */

const titleOf = (resources: readonly Resource[], declaration: string): string =>
  importById(declaration, resources)?.title ?? declaration;

/** A refused import of a list. */
export const refusedImport = (resources: readonly Resource[], declaration: string, file: string): Refused => ({
  kind: 'import.failed',
  fields: { file, list: titleOf(resources, declaration) },
});

/**
 * A refused bulk change or bulk deletion.
 * @param set the new values of the records, or null if they are deleted; undefined if they are unknown
 */
export const refusedBulk = ({ label }: Resource, set: unknown): Refused => ({
  kind: 'write.refused',
  fields: {
    operation: `Bulk ${deletesRecords(set) ? 'deletion' : 'change'} of ${nameInText(label.many)}`,
    record: nameInText(label.many),
  },
});

/** A refused undo of an import or of a bulk change; null if there is no such import. */
export const refusedUndo = (
  resources: readonly Resource[],
  undone: Pick<ImportRecord, 'declaration' | 'request'> | null,
): Refused => {
  if (undone === null) return { kind: 'write.refused', fields: { operation: 'Undo of an import', record: '' } };
  const { bulk, origin } = undone.request;
  const what = bulk && deletesRecords(bulk.set) ? 'a bulk deletion' : bulk || origin ? 'a bulk change' : 'an import';
  const list = titleOf(resources, undone.declaration);
  return { kind: 'write.refused', fields: { operation: `Undo of ${what}: ${list}`, record: nameInText(list) } };
};

/** A bulk change or an undo that was refused after it was queued. */
export function refusedChange(resources: readonly Resource[], record: ImportRecord): Refused {
  const resource = resources.find(({ id }) => id === record.declaration);
  return record.reverts === null && resource
    ? refusedBulk(resource, record.request.bulk?.set)
    : refusedUndo(resources, record);
}

/**
 * A refused upload for the call with the given id; an unknown id is that of a newer or older build.
 * @param deletes whether the bulk change for which the file is uploaded deletes its records
 */
export function refusedUpload(
  resources: readonly Resource[],
  { callId, file, deletes }: { callId: string; file: string; deletes: boolean },
): Refused {
  const bulk = resources.find(resource => resourceBulk(resource)?.id === callId);
  if (bulk) return refusedBulk(bulk, deletes ? null : undefined);
  const known = importsOf(resources).find(({ call }) => call.id === callId);
  return known
    ? refusedImport(resources, known.declaration, file)
    : { kind: 'import.failed', fields: { file, list: 'unknown' } };
}

/** The names of the person's files to which an import call refers, separated by commas. */
export async function fileNamesIn(db: Queryable, userId: number, body: unknown): Promise<string> {
  const { fileUrlList, file_url: one } = (body ?? {}) as { fileUrlList?: unknown; file_url?: unknown };
  const urls = (Array.isArray(fileUrlList) ? fileUrlList : [one]).filter(url => typeof url === 'string');
  const ids = urls.flatMap(url => fileIdOf(url) ?? []);
  if (ids.length === 0) return '';
  const { rows } = await db.query<{ name: string }>(
    'SELECT name FROM files WHERE user_id = $2 AND id = ANY ($1::text[]) ORDER BY array_position($1::text[], id) LIMIT 20',
    [ids, userId],
  );
  return rows.map(({ name }) => name).join(', ');
}
