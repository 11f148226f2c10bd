import type { Declarations } from '../../contract/declarations.ts';
import { importById } from '../../contract/imports/registry.ts';
import { FEATURE } from '../../domain/permission.ts';
import type { Queryable } from '../db/transaction.ts';
import { emitEvent } from '../notify/emit.ts';
import { refusedOnce } from '../notify/sources.ts';
import type { ImportRecord } from './records.ts';
import { refusedChange, refusedImport } from './refused.ts';
import { countLost } from './staged.ts';
import { storeOf } from './stores.ts';

/**
 * Emits the event for an import that has finished. A bulk change or an undo has no event of its own: if it is refused,
 * it is a refused write; and it is never reported as lost coverage, because nobody imported it.
 */
export async function emitImport(
  db: Queryable,
  declared: Declarations,
  record: ImportRecord,
  at: number,
): Promise<void> {
  const { resources } = declared;
  const {
    id,
    key,
    userId,
    entity: country,
    email: person,
    state,
    files,
    counts,
    message,
    fails,
    declaration,
    reverts,
  } = record;
  const reason = message || fails.map(fail => fail.message).find(text => text !== '') || 'Its rows have errors.';
  const once = { country, person, at, onceKey: `import ${id}` };
  const refusal = key === null ? once : { ...once, onceKey: refusedOnce(userId, key, reason) };
  if (reverts !== null || record.request.bulk) {
    if (state !== 'failed' && state !== 'refused') return;
    const { kind, fields } = refusedChange(resources, record);
    return emitEvent(db, { ...refusal, kind, fields: { ...fields, reason } });
  }
  if (files.length === 0) return;
  const file = files.map(({ name }) => name).join(', ');
  const known = importById(declaration, resources);
  const list = known?.title ?? declaration;
  if (state === 'applied') {
    const {
      added = 0,
      changed = 0,
      removed = 0,
    } = (counts ?? {}) as { added?: number; changed?: number; removed?: number };
    const fields = { file, list, rows: record.total, added, changed, removed };
    await emitEvent(db, { ...once, kind: 'import.ended', fields });
    const isCoverage = known?.permission.startsWith(FEATURE.serviceableArea) ?? false;
    const store = isCoverage && changed + removed > 0 ? storeOf(declaration, declared) : undefined;
    const lost = store ? await countLost(db, store, record.no) : 0;
    if (lost > 0)
      await emitEvent(db, {
        ...once,
        kind: 'coverage.lost',
        fields: { file, list, removed: lost },
        onceKey: `coverage ${id}`,
      });
  } else if (state === 'failed' || state === 'refused') {
    const { kind, fields } = refusedImport(resources, declaration, file);
    await emitEvent(db, { ...refusal, kind, fields: { ...fields, reason } });
  }
}
