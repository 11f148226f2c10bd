import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataFolderUnusable, databaseFolder, makeFolder } from './dataFolder.ts';
import { lockFolder } from './folderLock.ts';
import { openDatabase } from './open.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ops-folder-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('creating the data folder', () => {
  it('the data folder is created together with its parent folders', () => {
    makeFolder(join(root, 'a', 'b'));
    makeFolder(join(root, 'a', 'b'));
    expect(readdirSync(join(root, 'a'))).toEqual(['b']);
  });

  it.each([
    ['a file', 'file', /file cannot be used: it is a file\. Set OPS_DATA to a folder/],
    ['a path below a file', 'file/below', /cannot be used: .*Set OPS_DATA to a folder that this account may write to/],
  ])('a data folder that is %s is refused with advice on what to do', (_, name, words) => {
    writeFileSync(join(root, 'file'), 'text');
    expect(() => lockFolder(join(root, name))).toThrow(words);
    expect(readFileSync(join(root, 'file'), 'utf8')).toBe('text');
  });

  it('a file in the place of a folder is reported like any other error of the file system', () => {
    writeFileSync(join(root, 'file'), 'text');
    expect(() => makeFolder(join(root, 'file'))).toThrow(
      expect.objectContaining({ code: 'ENOTDIR', syscall: 'mkdir', path: join(root, 'file') }),
    );
    expect(() => makeFolder(join(root, 'file', 'below'))).toThrow(expect.objectContaining({ code: 'ENOTDIR' }));
  });

  it.runIf(process.platform === 'linux')(
    'if folders cannot be created in a place, a data folder there is refused immediately',
    () => {
      expect(() => lockFolder('/proc/ops-portal/data')).toThrow(DataFolderUnusable);
    },
  );
});

describe('creating the folder of the embedded database', () => {
  it('the database folder is created, and recreated if its creation was interrupted', async () => {
    const first = databaseFolder(root);
    writeFileSync(join(first.folder, 'half'), 'made');
    const second = databaseFolder(root);
    expect(readdirSync(second.folder)).toEqual([]);
    writeFileSync(join(second.folder, 'PG_VERSION'), '18');
    await second.opened();
    await databaseFolder(root).opened();
    expect(readdirSync(second.folder)).toEqual(['PG_VERSION']);
  });

  it('the database folder is recreated if an earlier release was killed while creating it', () => {
    const { folder } = databaseFolder(root);
    writeFileSync(join(folder, 'PG_VERSION'), '18');
    renameSync(join(root, 'database.creating'), join(root, 'database.begun'));
    databaseFolder(root);
    expect(readdirSync(folder)).toEqual([]);
    expect(readdirSync(root)).not.toContain('database.begun');
  });

  it('the database folder records whether the last server stopped cleanly', async () => {
    const first = databaseFolder(root);
    writeFileSync(join(first.folder, 'PG_VERSION'), '18');
    await first.opened();
    expect(first.recovers).toBe(false);
    const second = databaseFolder(root);
    expect(second.recovers).toBe(true);
    second.closed();
    expect(databaseFolder(root).recovers).toBe(false);
  });

  it('a database folder that contains anything else is never overwritten', async () => {
    mkdirSync(join(root, 'database'));
    writeFileSync(join(root, 'database', 'base'), 'rows');
    await expect(openDatabase({ dataDir: root })).rejects.toThrow(
      /but no database: PG_VERSION is missing\. Nothing was/,
    );
    expect(readdirSync(join(root, 'database'))).toEqual(['base']);
  });

  it('damaged database files are reported with advice on what to do, and the lock is released', async () => {
    await (await openDatabase({ dataDir: root })).close();
    await (await openDatabase({ dataDir: root })).close();
    writeFileSync(join(root, 'database', 'global', 'pg_control'), '');
    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(openDatabase({ dataDir: root })).rejects.toThrow(/its files are damaged, or of another version/);
    }
  }, 60_000);
});
