import { afterEach, expect, it } from 'vitest';
import { areasCsv, callImport, removeFilesOnInsert, uploadForm } from '../../../tests/support/importing.ts';
import { CHANNEL, createWorld, STREET, type Caller, type World } from '../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../tests/support/testDatabase.ts';
import { BULK_HEAD, type ImportReceipt } from '../../contract/imports/calls.ts';
import { LIMITS } from '../base/limits.ts';
import type { ImportReader } from './reader/process.ts';

/** A reader that is busy with its first file until it is closed. */
function busyReader(): { reader: ImportReader; opened: string[] } {
  const opened: string[] = [];
  let end = (): void => undefined;
  const closed = new Promise<never>((_resolve, reject) => (end = () => reject(new Error('closed'))));
  closed.catch(() => undefined);
  const never = () => closed;
  const open = (_declaration: string, name: string) => {
    opened.push(name);
    return closed;
  };
  const reader = {
    open,
    openBill: never,
    billRows: never,
    check: never,
    plan: never,
    explain: never,
    mark: never,
    findings: never,
    checkTemplate: never,
    renderTemplate: never,
    end: async () => undefined,
    close: () => end(),
  };
  return { opened, reader };
}

const file = (cod: string): Buffer => areasCsv([[CHANNEL.first, 'Standard', STREET, 'Yes', cod, 'Yes', 'Yes', 1]]);

describeOnEach('the import queue', kind => {
  let world: World;
  let editor: Caller;
  const waiting = async (caller: Caller, url: string) => callImport(caller, { fileUrlList: [url], background: true });
  afterEach(() => world.close());

  it('large imports delay neither a change to a few records nor its undo', async () => {
    const { reader, opened } = busyReader();
    world = await createWorld(kind, { reader });
    editor = await world.as('id.editor');
    const url = await uploadForm(editor, file('Yes'), 'hostile.csv');
    for (let n = 0; n < 4; n++) expect((await waiting(editor, url)).status).toBe(200);
    await expect.poll(() => opened).toEqual(['hostile.csv']);
    const keys = Buffer.from(`${BULK_HEAD}\n1,0,${CHANNEL.first}/${STREET}/0\n`);
    const fileUrl = await uploadForm(editor, keys, 'records.csv');
    const changed = await editor.data<ImportReceipt>('/v2/ops/bulk/channelLocation', {
      body: { fileUrl, set: { canCOD: true } },
    });
    expect(changed).toMatchObject({ state: 'applied', counts: { changed: 1 } });
    const undone = await editor.data<ImportReceipt>(`/v2/ops/imports/${changed.id}/revert`, { body: {} });
    expect(undone).toMatchObject({ state: 'applied', counts: { changed: 1 } });
    expect(opened).toEqual(['hostile.csv']);
  });

  it('the file of an import that waits is kept, even if it was about to be removed', async () => {
    const { reader } = busyReader();
    world = await createWorld(kind, { reader });
    editor = await world.as('id.editor');
    const { pool } = world.database;
    const url = await uploadForm(editor, file('Yes'), 'old.csv');
    const soon = Math.floor(Date.now() / 1000) + 60;
    await pool.query('UPDATE files SET expires_at = $1', [soon]);
    expect((await waiting(editor, url)).status).toBe(200);
    const { rows } = await pool.query<{ at: number }>('SELECT expires_at AS at FROM files');
    expect(rows[0]?.at).toBeGreaterThan(soon + 6 * 86_400);
  });

  it('an import of a file whose removal has begun is refused, because it could never be read', async () => {
    world = await createWorld(kind);
    editor = await world.as('id.editor');
    const url = await uploadForm(editor, file('Yes'), 'old.csv');
    await removeFilesOnInsert(world.database.pool, 'imports');
    const { status, body } = await waiting(editor, url);
    expect([status, body.message]).toEqual([404, expect.stringContaining('upload or request it again')]);
    expect((await world.database.pool.query('SELECT 1 FROM imports')).rowCount).toBe(0);
  });

  it('a waiting import is refused if its person loses the permission, and the message names the permission', async () => {
    const { reader, opened } = busyReader();
    world = await createWorld(kind, { reader });
    editor = await world.as('id.editor');
    const admin = await world.as('admin');
    await waiting(admin, await uploadForm(admin, file('No'), 'busy.csv'));
    await expect.poll(() => opened).toEqual(['busy.csv']);
    const { body } = await waiting(editor, await uploadForm(editor, file('No'), 'late.csv'));
    const { rows } = await world.database.pool.query<{ id: number; codes: string[] }>(
      `SELECT r.id, r.codes FROM roles r JOIN entities e ON e.id = r.entity_id WHERE r.name = 'editor' AND e.country = 'ID'`,
    );
    const codes = rows[0]?.codes.filter(code => !code.startsWith('channel_management.serviceable_area'));
    await admin.data('/v2/ops/roles/update', { body: { id: rows[0]?.id, codes } });
    // The first import ends, and the one that waits is next.
    reader.close();
    const receipt = () => admin.data<ImportReceipt>(`/v2/ops/imports/${body.data?.id}`);
    await expect.poll(async () => (await receipt()).state, { timeout: 20_000 }).toBe('refused');
    expect((await receipt()).failList[0]?.message).toContain('channel_management.serviceable_area.write in Indonesia');
    expect(opened).toEqual(['busy.csv']);
  });

  it('each person’s pending imports are limited, with a message, without affecting other people', async () => {
    const { reader } = busyReader();
    world = await createWorld(kind, { reader });
    editor = await world.as('id.editor');
    const url = await uploadForm(editor, file('Yes'));
    for (let n = 0; n < LIMITS.importsPerPerson; n++) expect((await waiting(editor, url)).status).toBe(200);
    const refused = await waiting(editor, url);
    expect([refused.status, refused.body.message]).toEqual([
      429,
      `You have ${LIMITS.importsPerPerson} imports that are waiting or in progress. Wait until one of them has finished, then send this one again.`,
    ]);
    expect(refused.raw.headers['retry-after']).toBe('30');
    const { rows } = await world.database.pool.query<{ n: number }>('SELECT count(*) AS n FROM imports');
    expect(rows).toEqual([{ n: LIMITS.importsPerPerson }]);
    const admin = await world.as('admin');
    const own = await uploadForm(admin, file('No'));
    expect((await waiting(admin, own)).status).toBe(200);
  });
});
