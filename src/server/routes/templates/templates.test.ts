import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFile } from '../../../../tests/support/readBoth.ts';
import { CHANNEL, createWorld, type World } from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import { channelLocationImport as declaration } from '../../../contract/imports/channelLocation.ts';
import { RESOURCES } from '../../../contract/resources/all.ts';
import { allImports } from '../../../contract/imports/registry.ts';
import { checkImport, type ImportFile, type ImportLookup } from '../../../domain/import/check.ts';
import { diffImport } from '../../../domain/import/diff.ts';
import { findHeaders } from '../../../domain/import/headers.ts';
import { PlaceLookup } from '../../../domain/import/places.ts';
import { SUPPORT_KEYS } from '../../../domain/serviceable.ts';
import { cellText } from '../../../domain/sheet/columns.ts';

const EXPORT = '/v2/sls/forward/sls-ops/serviceable_area/channelLocationService';

/** Opens a file in the form that the check of an import needs. */
async function importFile(bytes: Buffer): Promise<{ file: ImportFile; sheets: string[] }> {
  const book = await openFile(new Uint8Array(bytes), 'file.xlsx');
  const all = await Promise.all(book.sheets.map((_, at) => book.readSheet(at)));
  const heads = all.map(sheet => ({
    hidden: false,
    head: Array.from({ length: Math.min(20, sheet.rows) }, (_, row) => ({
      cells: sheet.columns.map((_, column) => cellText(sheet, column, row)),
    })),
  }));
  const { sheet, match } = findHeaders(declaration, heads);
  const chosen = all[sheet];
  if (!chosen) throw new Error('no sheet');
  return { file: { fileName: 'file.xlsx', sheet: chosen, match }, sheets: all.map(({ name }) => name) };
}

describeOnEach('templates, and exports that are imported again', kind => {
  let world: World;
  let lookup: ImportLookup;
  beforeAll(async () => {
    world = await createWorld(kind);
    const { rows: places } = await world.database.pool.query<{
      id: number;
      name: string;
      parent: number;
      level: number;
    }>(
      "SELECT location_id::float8 AS id, name, parent_id::float8 AS parent, level FROM locations WHERE country = 'ID'",
    );
    lookup = {
      country: 'ID',
      ownerName: (_, id) => (id === CHANNEL.first || id === CHANNEL.second ? 'a channel' : null),
      ownerIds: () => [CHANNEL.first, CHANNEL.second],
      places: new PlaceLookup({
        ids: places.map(({ id }) => id),
        names: places.map(({ name }) => name),
        parents: places.map(({ parent }) => parent),
        levels: places.map(({ level }) => level),
      }),
    };
  });
  afterAll(() => world.close());

  it('every template has headers, an example and notes, and importing it has no effect (UPLOAD-8, G64)', async () => {
    const editor = await world.as('id.editor');
    for (const { templateFile, columns } of allImports(RESOURCES)) {
      const { raw, status } = await editor.call(`/templates/${templateFile}`);
      expect(status).toBe(200);
      expect(raw.headers['content-disposition']).toContain(templateFile);
      const book = await openFile(new Uint8Array(raw.rawPayload), templateFile);
      expect(book.sheets.map(({ name }) => name)).toContain('Notes');
      const data = await book.readSheet(0);
      expect(columns.map((_, at) => cellText(data, at, 0))).toEqual(columns.map(({ header }) => header));
    }
    const { raw } = await editor.call(`/templates/${declaration.templateFile}`);
    const { file, sheets } = await importFile(raw.rawPayload);
    expect(sheets).toEqual(['Location', 'Notes']);
    expect(file.match).toMatchObject({ missing: [], unknown: [], twice: [] });
    expect(checkImport(declaration, [file], lookup).counts).toMatchObject({ rows: 0, wrongRows: 0 });
  });

  it('templates require the write permission (PERM-14), and an unknown template is reported as such', async () => {
    expect((await (await world.as('id.viewer')).call(`/templates/${declaration.templateFile}`)).status).toBe(403);
    const missing = await (await world.as('id.editor')).call('/templates/other.xlsx');
    expect(missing.status).toBe(404);
    expect(missing.body.message).toContain('other.xlsx');
  });

  it('an exported file can be imported without errors or changes', async () => {
    const { rows } = await world.database.pool.query<Record<string, number | boolean>>(
      `SELECT channel_id::float8 AS "channelId", location_id::float8 AS "locationId", type, can_deliver AS "canDeliver",
              can_cod AS "canCOD", can_pickup AS "canPickup", can_cod_pickup AS "canCODPickup"
         FROM channel_locations WHERE country = 'ID'`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(5);
    const { raw } = await (await world.as('id.viewer')).call(EXPORT);
    const { file } = await importFile(raw.rawPayload);
    const checked = checkImport(declaration, [file], lookup);
    expect(checked.errors.total).toBe(0);
    const diff = diffImport(checked, {
      count: rows.length,
      keys: declaration.key.map(key => Float64Array.from(rows, row => Number(row[key]))),
      values: SUPPORT_KEYS.map(key => rows.map(row => Number(row[key]))),
    });
    expect(diff.counts).toEqual({
      added: 0,
      changed: 0,
      removed: 0,
      unchanged: rows.length,
      absent: 0,
      unknown: 0,
      refused: 0,
    });
  });
});
