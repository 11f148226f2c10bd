import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { seed } from '../../../tests/support/serverFixture.ts';
import { DataFolderInUse } from '../db/folderLock.ts';
import { migrate } from '../migrate/migrate.ts';
import { openDatabase, type Database } from '../db/open.ts';
import { checkpoint } from '../housekeeping/housekeeping.ts';
import { backUp, BackupRefused, backUpServed, removeBackup, restore } from './backup.ts';
import { isBackedUp } from './copyDatabase.ts';
import { answerRequests, requestVerified } from './request.ts';
import { appendEntry, type LogEntry } from '../audit/chain.ts';
import { verifyLog } from '../audit/verify.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'ops-backup-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const place = (name: string) => ({
  dataDir: join(root, name),
  files: { folder: join(root, name, 'files') },
  databaseUrl: undefined,
});

/** The contents of all tables, each as one string. */
async function contents(database: Database): Promise<Record<string, string>> {
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_stat_user_tables
      WHERE schemaname = 'public' AND relname NOT IN ('counted', 'meta') ORDER BY 1`,
  );
  const tables: Record<string, string> = {};
  for (const { name } of rows) {
    const found = await database.pool.query<{ sum: string; count: number }>(
      `SELECT md5(coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '')) AS sum, count(*) AS count FROM "${name}" AS t`,
    );
    tables[name] = `${found.rows[0]?.count} ${found.rows[0]?.sum}`;
  }
  return tables;
}

const ENTRY: LogEntry = {
  entity: 'ID',
  feature: 'f',
  url: '/api/rates',
  body: '{}',
  email: 'a@test.example',
  at: 1,
  operatorType: 'Edit',
  channelId: null,
  tplId: null,
  before: null,
  after: { n: 1 },
  collection: null,
  recordKey: null,
  subject: null,
  importId: null,
  tokenName: null,
};

const counted = async (database: Database): Promise<number[]> =>
  (await database.pool.query<{ n: number }>('SELECT n FROM counted ORDER BY n')).rows.map(({ n }) => n);

describe('backing up the embedded database', () => {
  let database: Database;
  let server: { stop: () => Promise<void> };
  beforeAll(async () => {
    database = await openDatabase({ dataDir: place('served').dataDir });
    await migrate(database);
    await seed(database.pool);
    for (let at = 1; at <= 3; at += 1) await appendEntry(database.pool, { ...ENTRY, at });
    await database.pool.query('CREATE TABLE counted (n int4, filling text)');
    mkdirSync(place('served').files.folder);
    writeFileSync(join(place('served').files.folder, 'a'.repeat(32)), 'Channel ID\n10021\n');
    server = answerRequests(database, place('served').dataDir);
  });
  afterAll(async () => {
    await server.stop();
    await database.close();
  });

  it('a backup made during writes contains every write acknowledged before the backup started', async () => {
    let last = 0;
    const stop = new AbortController();
    const writing = (async () => {
      while (!stop.signal.aborted) {
        await database.pool.query('INSERT INTO counted VALUES ($1, repeat($2, 2000))', [last + 1, String(last)]);
        last += 1;
      }
    })();
    let before = 0;
    try {
      await expect.poll(() => last, { timeout: 30_000 }).toBeGreaterThan(20);
      before = last;
      const backup = backUp(place('served'), join(root, 'backup'));
      await expect.poll(() => isBackedUp(database), { timeout: 30_000, interval: 5 }).toBe(true);
      // Removing log files at this point would corrupt the copy.
      expect(await checkpoint(database, 0)).toBe(false);
      expect(await backup).toMatchObject({ served: true });
    } finally {
      stop.abort();
      await writing;
    }
    expect(last).toBeGreaterThan(before);

    const { kept } = await restore(place('restored'), join(root, 'backup'));
    expect(kept).toEqual([]);
    const restored = await openDatabase({ dataDir: place('restored').dataDir });
    const numbers = await counted(restored);
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
    expect(numbers.length).toBeGreaterThanOrEqual(before);
    expect(numbers.length).toBeLessThanOrEqual(last);
    expect(await contents(restored)).toEqual(await contents(database));
    // The log's chain is complete, and entries can be appended to it.
    await appendEntry(restored.pool, ENTRY);
    expect(await verifyLog(restored.pool)).toMatchObject({ problems: [], chains: [{ entity: 'ID', entries: 4 }] });
    await restored.pool.query("INSERT INTO counted VALUES (0, '')");
    await restored.close();
    expect(readFileSync(join(place('restored').files.folder, 'a'.repeat(32)), 'utf8')).toBe('Channel ID\n10021\n');
    expect(readdirSync(place('served').dataDir).filter(name => name.startsWith('backup'))).toEqual([]);
  }, 120_000);

  it('a server handles other work while a backup is flushed to the disk and removed', async () => {
    const own = place('flushed');
    mkdirSync(own.files.folder, { recursive: true });
    const files = 40;
    for (let at = 0; at < files; at++) writeFileSync(join(own.files.folder, String(at)), 'uploaded');
    const database = await openDatabase({ databaseUrl: undefined, dataDir: own.dataDir });
    const target = join(root, 'flushed-backups', 'one');
    let isWatched = false;
    let turns = 0;
    const turn = (): void => {
      turns += 1;
      if (isWatched) setImmediate(turn);
    };
    const watch = (): void => {
      isWatched = true;
      turns = 0;
      turn();
    };
    try {
      await backUpServed(database, own, target, step => {
        if (step === 'Writing to the disk') watch();
      });
      expect(turns).toBeGreaterThan(files);
      isWatched = false;
      await new Promise(setImmediate);
      watch();
      await removeBackup(join(root, 'flushed-backups'), 'one');
      expect(turns).toBeGreaterThan(files);
    } finally {
      isWatched = false;
      await database.close();
    }
  });

  it('a restored server does not make the backup again that was under way when its database was copied', async () => {
    await database.pool.query(
      "INSERT INTO system_tasks (kind, name, state, person, created_at) VALUES ('backup', 'own', 'running', 'a', 1), ('verify', '', 'running', 'a', 1)",
    );
    await database.pool.query(
      `INSERT INTO jobs (kind, key, owner, heavy, payload, run_at, created_at) VALUES ('system', '1', 1, true, '{"task": "backup", "id": 1}', 0, 1),
              ('system', '2', 1, true, '{"task": "verify", "id": 2}', 0, 1)`,
    );
    await backUp(place('served'), join(root, 'own'));
    await restore(place('restoredOwn'), join(root, 'own'));
    const restored = await openDatabase({ dataDir: place('restoredOwn').dataDir });
    const { rows } = await restored.pool.query(
      'SELECT kind, state, ended_at IS NULL AS open FROM system_tasks ORDER BY kind',
    );
    expect(rows).toEqual([
      { kind: 'backup', state: 'done', open: false },
      { kind: 'verify', state: 'running', open: true },
    ]);
    expect((await restored.pool.query('SELECT key FROM jobs')).rows).toEqual([{ key: '2' }]);
    await restored.close();
    await database.pool.query('DELETE FROM system_tasks; DELETE FROM jobs');
  }, 120_000);

  it('a server that has the data folder locked verifies the log on request', async () => {
    const { dataDir } = place('served');
    const { chains, problems } = await requestVerified(dataDir, {});
    expect([chains[0]?.entries, problems]).toEqual([3, []]);
    const other = await requestVerified(dataDir, { ID: { no: 2, hash: 'another' } });
    expect(other.problems).toEqual([expect.stringMatching(/number 2 of ID differs from the recorded one/)]);
    expect(readdirSync(dataDir).filter(name => name.startsWith('audit'))).toEqual([]);
  }, 120_000);

  it('a backup can be made without a server, and restoring it keeps the data that it replaces', async () => {
    const from = place('restored');
    expect(await backUp(from, join(root, 'second'))).toMatchObject({ served: false });
    const { kept } = await restore(from, join(root, 'second'));
    expect(kept).toHaveLength(2);
    for (const path of kept) expect(existsSync(path)).toBe(true);
    const again = await openDatabase({ dataDir: from.dataDir });
    expect((await counted(again))[0]).toBe(0);
    await again.close();
  }, 120_000);

  it('backup and restore fail with a readable reason, for example while the server is running', async () => {
    await expect(backUp(place('nowhere'), join(root, 'third'))).rejects.toThrow(/There is no database in/);
    await expect(backUp(place('served'), join(root, 'backup'))).rejects.toThrow(/already exists/);
    await expect(restore(place('served'), join(root, 'backup'))).rejects.toThrow(DataFolderInUse);
    await expect(restore(place('other'), root)).rejects.toThrow(/is not a backup/);
    truncateSync(join(root, 'backup', 'database', 'global', 'pg_control'), 10);
    await expect(restore(place('other'), join(root, 'backup'))).rejects.toThrow(
      /is damaged: database\/global\/pg_control has 10 bytes instead of 8192\. Nothing was changed/,
    );
    const postgres = { ...place('other'), databaseUrl: 'postgres://localhost/x' };
    await expect(backUp(postgres, join(root, 'third'))).rejects.toThrow(BackupRefused);
    await expect(backUp(postgres, join(root, 'third'))).rejects.toThrow(/pg_dump/);
    expect(existsSync(place('other').dataDir)).toBe(false);
  });

  /** All files in a folder, by path. */
  const filesIn = (folder: string): string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name));

  /** Overwrites bytes in the middle of a file without changing its size. */
  function damage(file: string, offset = Math.floor(statSync(file).size / 2)): void {
    const handle = openSync(file, 'r+');
    writeSync(handle, Buffer.alloc(64, 0xa5), 0, 64, offset);
    closeSync(handle);
  }

  const biggest = (folder: string): string =>
    filesIn(folder).reduce((a, b) => (statSync(a).size >= statSync(b).size ? a : b));

  it('restore refuses a backup with a damaged, missing or unknown file, names it, and changes nothing', async () => {
    const backup = join(root, 'summed');
    await backUp(place('served'), backup);
    const cases: [string, (file: string) => void, string][] = [
      [biggest(join(backup, 'database', 'base')), file => damage(file), 'is not as it was when the backup was made'],
      [join(backup, 'files', 'a'.repeat(32)), file => damage(file, 0), 'bytes instead of'],
      [join(backup, 'database', 'PG_VERSION'), file => rmSync(file), 'is missing'],
      [join(backup, 'database', 'base', 'stray'), file => writeFileSync(file, 'x'), 'is not part of the backup'],
    ];
    for (const [index, [file, harm, words]] of cases.entries()) {
      const copy = join(root, `summed-${index}`);
      cpSync(backup, copy, { recursive: true });
      harm(file.replace(backup, copy));
      const name = file.slice(backup.length + 1);
      const refused = restore(place('untouched'), copy);
      await expect(refused).rejects.toThrow(BackupRefused);
      await expect(refused).rejects.toThrow(name);
      await expect(refused).rejects.toThrow(words);
    }
    writeFileSync(join(root, 'summed-0', 'backup.json'), '{"version":1,');
    await expect(restore(place('untouched'), join(root, 'summed-0'))).rejects.toThrow(/backup\.json cannot be read/);
    expect(existsSync(place('untouched').dataDir)).toBe(false);
  }, 120_000);

  it('an older backup without checksums is read table by table before it replaces existing data', async () => {
    const backup = join(root, 'summed');
    const manifest = JSON.parse(readFileSync(join(backup, 'backup.json'), 'utf8')) as Record<string, unknown>;
    delete manifest['sums'];
    writeFileSync(join(backup, 'backup.json'), JSON.stringify(manifest));
    const said = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    await restore(place('former'), backup);
    expect(said).toHaveBeenCalledWith(expect.stringContaining('stored no checksums'));
    const isData = (path: string): boolean => !path.includes('server.lock');
    const before = filesIn(place('former').dataDir).filter(isData).toSorted();

    const { rows } = await database.pool.query<{ path: string }>("SELECT pg_relation_filepath('counted') AS path");
    damage(join(backup, 'database', rows[0]?.path ?? ''), 8192 + 24);
    const refused = restore(place('former'), backup);
    await expect(refused).rejects.toThrow(BackupRefused);
    await expect(refused).rejects.toThrow(
      /is damaged: the table public\.counted cannot be read \(.+\)\. Nothing was changed/,
    );
    said.mockRestore();
    expect(filesIn(place('former').dataDir).filter(isData).toSorted()).toEqual(before);
    const again = await openDatabase({ dataDir: place('former').dataDir });
    expect((await counted(again)).length).toBeGreaterThan(20);
    await again.close();
  }, 120_000);

  it.runIf(process.platform !== 'win32')(
    'backups and the data folder are readable only by the server’s account',
    () => {
      const backup = join(root, 'second');
      const modes = new Set(filesIn(backup).map(file => statSync(file).mode & 0o077));
      expect([...modes]).toEqual([0]);
      for (const folder of [backup, join(backup, 'database'), place('served').dataDir, place('restored').dataDir])
        expect(statSync(folder).mode & 0o777).toBe(0o700);
    },
  );
});
