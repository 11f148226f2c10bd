import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHANNEL_ID, Person, prepareFolder, serverOn } from '../../../tests/support/faultServer.ts';
import type { ServerProcess } from '../../../tests/support/serverProcess.ts';

/** More rows than are applied in one transaction (imports/apply). */
const ROWS = 21_000;
const CHUNK = 2_000;
const ROUNDS = 20;
const LOG = `/ops/audit-logs/business?code=channel_management.serviceable_area&channel=${CHANNEL_ID}`;

/** Resolves when the import has applied `rows` rows, according to the person's event stream. */
async function applied(person: Person, rows: number): Promise<void> {
  const abort = new AbortController();
  const answer = await fetch(`${person.url}/api/v2/ops/events?entity=ID`, {
    headers: { cookie: person.cookie },
    signal: abort.signal,
  });
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of answer.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(bytes, { stream: true });
    const done = [...text.matchAll(/"state":"applying","done":(\d+)/g)].at(-1)?.[1];
    if (Number(done ?? 0) >= rows) break;
    expect(text).not.toMatch(/"state":"(applied|failed|refused)"/);
  }
  abort.abort();
}

const logged = async (person: Person): Promise<number> => (await person.data<{ total: number }>(LOG)).total;

describe('kill -9 while an import is applied step by step', () => {
  let dataDir: string;
  let server: ServerProcess;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'ops-stepwise-'));
    await prepareFolder(dataDir, ROWS);
    server = await serverOn(dataDir);
    await server.start();
  }, 300_000);
  afterAll(async () => {
    await server.stop('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });

  it(`the import completes in ${ROUNDS} of ${ROUNDS} rounds, changing each row once with one log entry`, async () => {
    let person = await Person.signIn(server.url);
    const before = await logged(person);
    for (let round = 1; round <= ROUNDS; round++) {
      const target = CHUNK * (2 + Math.floor(Math.random() * 5));
      const cod = round % 2 === 1;
      const { id } = await person.importStreets(0, ROWS, cod);
      await applied(person, target);
      await pause(Math.random() * 80);
      await server.stop('SIGKILL');

      await server.start();
      person = await Person.signIn(server.url);
      // The server accepts requests immediately while it continues the import.
      expect(server.output).toMatch(/Resuming an interrupted import/);
      const receipt = await person.ended(id);
      const counts = round === 1 ? { added: ROWS, changed: 0 } : { added: 0, changed: ROWS };
      expect(receipt, `killed after ${target} rows`).toMatchObject({ state: 'applied', total: ROWS, counts });
      const rows = await person.streetRows();
      expect(rows).toHaveLength(ROWS);
      expect(rows.filter(row => row.canCOD !== cod || row.version !== round)).toEqual([]);
    }
    expect(await logged(person)).toBe(before + ROUNDS);
  }, 1_500_000);
});
