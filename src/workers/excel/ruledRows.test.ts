import 'fake-indexeddb/auto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importFileOf, type TestCell } from '../../../tests/support/importFile.ts';
import { samplesOf } from '../../../tests/support/resourceSamples.ts';
import { changesOf, readByRule } from '../../../tests/support/rules.ts';
import { EMPTY } from '../../contract/cached.ts';
import { kindOf } from '../../contract/fields/all.ts';
import { importById } from '../../contract/imports/registry.ts';
import { cachedOwner, NO_OWNER, ownerIn } from '../../contract/owner.ts';
import { canImport, importId, inputFields, keyOf, withMade, type Resource } from '../../contract/resource.ts';
import { exportCells, exportColumns } from '../../contract/resourceSheet.ts';
import { RESOURCES, type ResourceCollection } from '../../contract/resources/all.ts';
import { sheetOf } from '../../contract/resources/sheets.ts';
import { checkImport, type ImportFile } from '../../domain/import/check.ts';
import { PlaceLookup } from '../../domain/import/places.ts';
import { planRecords } from '../../server/imports/reader/planRecords.ts';
import type { Column } from '../../server/imports/reader/api.ts';
import { MirrorDb } from '../../sync/mirror/db.ts';
import { ImportSession } from './importSession.ts';
import { importMirror } from './mirror.ts';
import { deflateRaw } from './platform.ts';

type Values = Readonly<Record<string, unknown>>;

const LOOKUP = {
  country: 'ID' as const,
  ownerName: () => null,
  ownerIds: () => [],
  places: new PlaceLookup({ ids: [], names: [], parents: [], levels: [] }),
  noReferences: true,
};

const db = new MirrorDb(78, async () => true);
beforeAll(async () => {
  await db.open();
});
afterAll(() => db.delete());

/** Records in the server's form. */
function existingRows({ fields }: Resource, rows: readonly Values[]) {
  const columns = Object.entries(fields).flatMap(([name, field]): [string, Column][] => {
    const { sql } = kindOf(field);
    if (sql === null) return [];
    if (sql === 'text') return [[name, rows.map(row => String(row[name] ?? EMPTY.text))]];
    return [[name, Float64Array.from(rows, row => Number(row[name] ?? EMPTY.number))]];
  });
  const owners = ['channelId', 'threePlId'].map((name): [string, Column] => [
    name,
    Float64Array.from(rows, row => Number(row[name] ?? 0)),
  ]);
  const all = new Map([...owners, ...columns]);
  return { count: rows.length, columns: Object.fromEntries(all), versions: Int32Array.from(rows, () => 1) };
}

/** Caches the list to which a record belongs, with the record if it exists. */
async function cache(resource: Resource, record: Values, exists: boolean): Promise<void> {
  const id = {
    entity: 'ID' as const,
    collection: resource.collection as ResourceCollection,
    owner: cachedOwner(resource.scope, ownerIn(record)?.id ?? NO_OWNER),
  };
  await db.setChanges.clear();
  await db.sets.put({
    ...id,
    pinned: true,
    openedAt: 1,
    state: 'ready',
    progress: 1,
    segments: [],
    rows: 0,
    bytes: 1,
    generation: 1,
  });
  if (!exists) return;
  const row = { ...record, version: 2, updatedAt: 1, updatedBy: 'a@b.example' };
  await db.setChanges.put({ ...id, key: keyOf(resource, record), version: 2, row, at: 1 });
}

/** A file with one row, of which some cells are blank. */
function fileOf(resource: Resource, row: Values, blank: readonly string[]): ImportFile {
  const sheet = sheetOf(resource);
  const cells = exportCells(
    sheet,
    'ID',
  )(row).map((cell, at) => (blank.includes(sheet.columns[at] ?? '') ? '' : (cell as TestCell)));
  return importFileOf(declarationOf(resource), [exportColumns(sheet).map(({ heading }) => heading), cells]);
}

const declarationOf = (resource: Resource) => {
  const declaration = importById(importId(resource));
  if (!declaration) throw new Error(`${resource.id} is not imported`);
  return declaration;
};

/** What the server says is wrong with a file; null if the check of its cells already finds an error. */
function saidByServer(resource: Resource, file: ImportFile, rows: readonly Values[]): string[] | null {
  const checked = checkImport(declarationOf(resource), [file], LOOKUP);
  if (checked.counts.wrongRows > 0 || checked.counts.writes === 0) return null;
  const plan = planRecords(resource, 'ID', checked, existingRows(resource, rows), new Set(), []);
  return plan.broken.map(({ text }) => text);
}

async function saidByPreview(resource: Resource, file: ImportFile): Promise<{ texts: string[]; effects: number }> {
  const session = new ImportSession(
    () => importMirror(async () => db),
    () => file,
    deflateRaw,
  );
  await session.begin({ importId: importId(resource), entity: 'ID', userId: 78 });
  await session.check([1]);
  const { check, counts } = await session.compare();
  const errors = await session.errors(0, 10);
  expect(check?.wrongRows ?? 0).toBe(errors.length);
  return { texts: errors.map(({ message }) => message), effects: counts.added + counts.changed };
}

const RULED = (RESOURCES as readonly Resource[]).filter(
  resource => resource.problem && canImport(resource) && resource.scope !== 'none' && resource.scope !== 'platform',
);

describe.each(RULED.map(resource => [resource.id, resource] as const))('an import of %s', (_, resource) => {
  const sheet = sheetOf(resource);
  const named = inputFields(resource).filter(name => !resource.key.includes(name) && sheet.columns.includes(name));
  const blankable = declarationOf(resource).columns.flatMap(({ key, required, blank }) =>
    required === 'no' && blank === undefined ? [key] : [],
  );
  const samples = Array.from(
    { length: 3 },
    (_, n) => withMade(resource, { ...samplesOf(resource, new Map())(n), country: 'ID' }) as Values,
  );
  const ruled = readByRule(resource, samples[0] as Values, named);

  it.each([false, true])('the preview and the server refuse the same rows if the record exists: %s', async exists => {
    let refused = 0;
    for (const record of samples) {
      await cache(resource, record, exists);
      const records = exists ? [record] : [];
      for (const set of [{}, ...changesOf(resource, named)]) {
        for (const blank of [[], blankable.filter(name => !(name in set))]) {
          const file = fileOf(resource, { ...record, ...set }, blank);
          const server = saidByServer(resource, file, records);
          if (server === null) continue;
          const preview = await saidByPreview(resource, file);
          expect([set, blank, preview.texts]).toEqual([set, blank, server]);
          if (server.length === 0) continue;
          refused += 1;
          expect(preview.effects).toBe(0);
        }
      }
    }
    const breaks = exists && blankable.some(name => ruled.has(name));
    expect(refused).toBeGreaterThanOrEqual(breaks ? 1 : 0);
  });
});
