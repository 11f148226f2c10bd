import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { read, utils } from 'xlsx';
import { holdConnections } from '../../../../tests/support/heldConnections.ts';
import { CHANNEL, createWorld, type World } from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import { escapeXml, type Cell } from '../../../domain/sheet/workbookXml.ts';
import { workbookStream } from '../../files/xlsx.ts';

const PATH = '/v2/sls/forward/sls-ops/serviceable_area/channelLocationService';
const HEADINGS = [
  'Channel ID',
  'Channel Name',
  'Applicable Type',
  'Location ID',
  'State',
  'City',
  'District',
  'Street',
  'Support Deliver',
  'Support COD Deliver',
  'Support Pickup',
  'Support COD Pickup',
];

const rowsOf = (bytes: Buffer): unknown[][] => {
  const book = read(bytes);
  return utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1, defval: '' });
};

describeOnEach('the export of serviceable locations (SAL-25, G21, G63)', kind => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(kind, { now: () => Date.UTC(2026, 0, 31, 20) });
  });
  afterAll(() => world.close());

  it('on the embedded database, the export is read in short statements, so that others never wait long', async () => {
    const { pool } = world.database;
    await pool.query(
      `INSERT INTO channel_locations (channel_id, location_id, type, country, updated_by, updated_at)
       SELECT $1, $2::int8 + n, 0, 'ID', 'seed', 1 FROM generate_series(1, 450) AS n`,
      [CHANNEL.second, 5_000_000],
    );
    const { seen, release } = await holdConnections(world.database, 'list-batch');
    release();
    const viewer = await world.as('id.viewer');
    const { raw } = await viewer.call(`${PATH}?channelId=${CHANNEL.second}`);
    expect(rowsOf(raw.rawPayload)).toHaveLength(451);
    expect(seen).toHaveLength(kind === 'embedded' ? 3 : 1);
    vi.restoreAllMocks();
    await pool.query('DELETE FROM channel_locations WHERE channel_id = $1', [CHANNEL.second]);
  });

  it('SheetJS reads the filtered records under the table’s headings from the export', async () => {
    const viewer = await world.as('id.viewer');
    const { raw, status } = await viewer.call(`${PATH}?channelId=${CHANNEL.first}&type=0`);
    expect(status).toBe(200);
    expect(raw.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    // 20:00 UTC is on the next day in Jakarta.
    expect(raw.headers['content-disposition']).toContain(
      'filename="Serviceable location 10021 J&T Express 2026-02-01.xlsx"',
    );
    const rows = rowsOf(raw.rawPayload);
    expect(rows[0]).toEqual(HEADINGS);
    expect(rows).toHaveLength(6);
    expect(rows[1]).toEqual([
      10021,
      'J&T Express',
      'Standard',
      1000004,
      'Jawa Barat',
      'Bandung',
      'Cicendo',
      'Jalan Satu',
      'Yes',
      'No',
      'No',
      'No',
    ]);
    expect(rows[5]?.slice(4, 8)).toEqual(['Đà Nẵng Jawa', 'Séría', 'Kota', 'Ujung & <Pandang>']);
  });

  it('the export is the same at its alias paths, and has no rows if nothing matches', async () => {
    const viewer = await world.as('id.viewer');
    const alias = await viewer.call('/sls/forward/sls-ops/serviceable_area/channelLocationService/?state=nowhere');
    expect(rowsOf(alias.raw.rawPayload)).toEqual([HEADINGS]);
  });

  it('the export takes its entity from the URL, since links send no header, and refuses foreign entities', async () => {
    const admin = await world.as('admin');
    await admin.call('/v2/ops/session/entity', { body: { country: 'MY' } });
    const asked = (query: string) => admin.call(`${PATH}?channelId=${CHANNEL.first}&type=0${query}`);
    expect(rowsOf((await asked('&entity=ID')).raw.rawPayload)).toHaveLength(6);
    const elsewhere = await asked('');
    expect(rowsOf(elsewhere.raw.rawPayload)).toEqual([HEADINGS]);
    expect(elsewhere.raw.headers['content-disposition']).not.toContain('J&T');
    expect((await asked('&entity=XX')).status).toBe(400);
    const editor = await world.as('my.editor');
    expect((await editor.call(`${PATH}?channelId=${CHANNEL.first}&entity=ID`)).status).toBe(403);
    await admin.call('/v2/ops/session/entity', { body: { country: 'ID' } });
  });

  it('no connection is held between two batches of an export', async () => {
    const { pool } = world.database;
    await pool.query(
      `INSERT INTO channel_locations (channel_id, location_id, type, country)
       SELECT $1, id, 1, 'ID' FROM generate_series(9000001, 9003500) AS id`,
      [CHANNEL.second],
    );
    await pool.query('UPDATE revisions SET revision = revision + 1');
    const viewer = await world.as('id.viewer');
    const [file, list] = await Promise.all([
      viewer.call(`${PATH}?channelId=${CHANNEL.second}&type=1`),
      viewer.call('/sls/channels'),
    ]);
    expect(list.status).toBe(200);
    const rows = rowsOf(file.raw.rawPayload);
    expect(rows).toHaveLength(3501);
    expect([rows[1]?.[3], rows[3500]?.[3]]).toEqual([9000001, 9003500]);
  });
});

describe('writing a workbook', () => {
  const bytesOf = async (rows: Cell[][], rowsPerSheet?: number): Promise<Buffer> => {
    const columns = [
      { heading: 'A & B', width: 10 },
      { heading: '"C"', width: 12 },
    ];
    async function* batches() {
      for (let at = 0; at < rows.length; at += 2) yield rows.slice(at, at + 2);
    }
    const chunks: Buffer[] = [];
    const stream = workbookStream({
      sheet: 'List',
      columns,
      rows: batches(),
      ...(rowsPerSheet === undefined ? {} : { rowsPerSheet }),
    });
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  };

  it('a workbook keeps strings unchanged: markup, formulas, spaces, control characters, other scripts', async () => {
    const texts = [
      '<b>&amp;</b>',
      '=1+1',
      ' two  spaces ',
      'a\u0007b',
      '臺北市 ภูเก็ต 🛵',
      '_x0041_',
      'line\nbreak',
      '007',
    ];
    const rows = rowsOf(await bytesOf(texts.map((text, index) => [text, index])));
    expect(rows[0]).toEqual(['A & B', '"C"']);
    expect(rows.slice(1).map(row => row[0])).toEqual(texts);
    expect(rows.slice(1).map(row => row[1])).toEqual(texts.map((_, index) => index));
  });

  it.each([
    [0, 1],
    [3, 1],
    [4, 2],
    [6, 2],
    [7, 3],
  ])(
    'a workbook continues on another sheet: %i rows with three per sheet result in %i sheets',
    async (count, sheets) => {
      const data = Array.from({ length: count }, (_, index): Cell[] => [`r${index}`, index]);
      const book = read(await bytesOf(data, 3));
      expect(book.SheetNames).toEqual(['List', 'List 2', 'List 3'].slice(0, sheets));
      const all = book.SheetNames.flatMap(name =>
        utils.sheet_to_json<unknown[]>(book.Sheets[name] ?? {}, { header: 1 }).slice(1),
      );
      expect(all.map(row => row[0])).toEqual(data.map(row => row[0]));
    },
  );

  it('a workbook whose rows fail in the middle ends with an error, never as a seemingly complete file', async () => {
    async function* broken(): AsyncGenerator<Cell[][]> {
      yield [['a', 1]];
      throw new Error('database gone');
    }
    const stream = workbookStream({ sheet: 'S', columns: [{ heading: 'A', width: 5 }], rows: broken() });
    await expect(
      (async () => {
        for await (const chunk of stream) expect(chunk).toBeDefined();
      })(),
    ).rejects.toThrow('database gone');
  });

  it('no more rows are read once the client has disconnected', async () => {
    let asked = 0;
    let ended = false;
    async function* endless(): AsyncGenerator<Cell[][]> {
      try {
        for (;;) {
          asked += 1;
          await new Promise(resolve => setTimeout(resolve, 1));
          yield Array.from({ length: 200 }, (): Cell[] => [Math.sin(asked).toString(36).repeat(5), asked]);
        }
      } finally {
        ended = true;
      }
    }
    const stream = workbookStream({ sheet: 'S', columns: [{ heading: 'A', width: 5 }], rows: endless() });
    for await (const chunk of stream) {
      if ((chunk as Buffer).length > 0 && asked > 5) break;
    }
    await expect.poll(() => ended).toBe(true);
    expect(asked).toBeLessThan(2_000);
  });

  it('characters that XML forbids are escaped', () => {
    expect(escapeXml('a<b>&"\u0000')).toBe('a&lt;b&gt;&amp;&quot;_x0000_');
  });
});
