import type { Declarations } from '../../contract/declarations.ts';
import { importById } from '../../contract/imports/registry.ts';
import { FEATURE } from '../../domain/permission.ts';
import type { Queryable } from '../db/transaction.ts';
import { emitEvent } from '../notify/emit.ts';
import type { ImportRecord } from './records.ts';

/**
 * Emits the event for an import that has finished. An import without a file is a bulk change, for which there is no
 * event.
 */
export async function emitImport(
  db: Queryable,
  { resources }: Declarations,
  record: ImportRecord,
  at: number,
): Promise<void> {
  const { id, entity: country, email: person, state, files, counts, message, fails, declaration, reverts } = record;
  if (files.length === 0 || reverts !== null || record.request.bulk) return;
  const file = files.map(({ name }) => name).join(', ');
  const known = importById(declaration, resources);
  const list = known?.title ?? declaration;
  const common = { country, person, at };
  if (state === 'applied') {
    const {
      added = 0,
      changed = 0,
      removed = 0,
    } = (counts ?? {}) as { added?: number; changed?: number; removed?: number };
    const fields = { file, list, rows: record.total, added, changed, removed };
    await emitEvent(db, { ...common, kind: 'import.ended', fields, onceKey: `import ${id}` });
    const isCoverage = known?.permission.startsWith(FEATURE.serviceableArea) ?? false;
    if (removed > 0 && isCoverage)
      await emitEvent(db, {
        ...common,
        kind: 'coverage.lost',
        fields: { file, list, removed },
        onceKey: `coverage ${id}`,
      });
  } else if (state === 'failed' || state === 'refused') {
    const reason = message || fails.map(fail => fail.message).find(text => text !== '') || 'Its rows have errors.';
    await emitEvent(db, { ...common, kind: 'import.failed', fields: { file, list, reason }, onceKey: `import ${id}` });
  }
}
