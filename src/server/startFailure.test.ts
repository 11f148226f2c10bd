import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { cannotUse, DiskFull } from './db/dataFolder.ts';
import { startFailure } from './startFailure.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'ops-start-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const embedded = { dataDir, databaseUrl: undefined };
const refusal = (code: string, path?: string) => Object.assign(new Error(`${code}: refused`), { code, path });

describe('explaining why a server does not start', () => {
  it.each([
    ['PostgreSQL', refusal('53100')],
    ['the operating system', refusal('ENOSPC')],
    ['the server itself', new DiskFull('less than 64 MB')],
  ])('a full disk is recognized from the error of %s', (_, error) => {
    expect(startFailure(embedded, error)).toMatch(/^The disk of .* is full \(\d+ MB free\)\. Make room/);
    expect(startFailure({ dataDir, databaseUrl: 'postgres://x' }, error)).toMatch(/^The disk of the PostgreSQL of/);
  });

  it('if a folder belongs to another account, the error names the folder rather than a file inside it', () => {
    const draft = join(dataDir, 'server.lock-0000');
    const { message } = cannotUse(dataDir, refusal('EACCES', draft));
    expect(message).toContain(`may not read or write ${dataDir}. `);
    expect(startFailure(embedded, cannotUse(dataDir, refusal('EACCES', draft)))).toBe(message);
  });

  it('any other failure is reported with the original error message', () => {
    expect(startFailure(embedded, refusal('X'))).toBe(
      `Ops Portal cannot open the embedded database in ${dataDir}: X: refused`,
    );
  });
});
