import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeOnEach, openTestDatabase } from '../../../tests/support/testDatabase.ts';
import type { Country } from '../../domain/country.ts';
import { writeAudit } from '../writes/audit.ts';
import type { Database } from '../db/open.ts';
import { transaction } from '../db/transaction.ts';
import { chainFormerEntries } from './chain.ts';
import { sweepLog } from '../housekeeping/logSweep.ts';
import { verifiedText, verifyLog } from './verify.ts';

const DAY = 24 * 3600;
const T0 = 20_000 * DAY;

describeOnEach('the chain of the log', kind => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database.close());
  const sql = (text: string, values: unknown[] = []) => database.pool.query<Record<string, unknown>>(text, values);
  beforeEach(async () => {
    await sql('DELETE FROM audit_logs');
    await sql('DELETE FROM audit_chains');
    await sql('ALTER SEQUENCE audit_logs_id_seq RESTART');
  });

  const write = (entity: Country, input: unknown, at = T0, before: Record<string, unknown> | null = null) =>
    transaction(database.pool, db =>
      writeAudit(
        db,
        { url: '/api/rates', input, person: { email: 'a@test.example' } },
        entity,
        { feature: 'rate_management.rate', operator: 'Create', channelId: 7, tplId: null, before, after: { input } },
        at,
      ),
    );
  const problems = async () => (await verifyLog(database.pool)).problems;
  const five = async () => {
    for (let n = 1; n <= 5; n += 1) await write('ID', { n });
    await write('TH', { n: 1 });
    expect(await problems()).toEqual([]);
  };

  it('verification detects a token name that was removed from, added to or changed in an entry', async () => {
    await five();
    const token = (name: string | null) =>
      sql('UPDATE audit_logs SET token_name = $1 WHERE entity = $2 AND chain_no = 3', [name, 'ID']);
    await token('made up');
    expect(await problems()).toHaveLength(1);
    await token(null);
    expect(await problems()).toEqual([]);
  });

  it('each entry contains the hash of the previous entry of its entity', async () => {
    await five();
    const { rows } = await sql('SELECT chain_no, previous_hash, hash FROM audit_logs WHERE entity = $1 ORDER BY id', [
      'ID',
    ]);
    expect(rows.map(row => row['chain_no'])).toEqual([1, 2, 3, 4, 5]);
    expect(rows.map(row => row['previous_hash'])).toEqual(['', ...rows.slice(0, -1).map(row => row['hash'])]);
    expect((await verifyLog(database.pool)).chains).toMatchObject([
      { entity: 'ID', entries: 5, first: 1, head: { no: 5, hash: rows[4]?.['hash'] } },
      { entity: 'TH', entries: 1 },
    ]);
  });

  it.each([
    ["UPDATE audit_logs SET email = 'other' WHERE id = 3", [/^Entry 3 \(number 3 of ID.*was changed/]],
    [`UPDATE audit_logs SET after = '{"input":{"n":9}}' WHERE id = 5`, [/^Entry 5 .*was changed/]],
    ['UPDATE audit_logs SET at = at + 1 WHERE id = 1', [/^Entry 1 .*was changed/]],
    ['DELETE FROM audit_logs WHERE id = 3', [/^The entry number 3 of ID was removed before entry 4\./]],
    ['DELETE FROM audit_logs WHERE id IN (2, 3)', [/^The entries numbers 2 to 3 of ID were removed before entry 4\./]],
    ['DELETE FROM audit_logs WHERE id = 1', [/^The entry number 1 of ID was removed at the beginning/]],
    ['DELETE FROM audit_logs WHERE id = 5', [/^The entry number 5 of ID was removed at the end/]],
    ["DELETE FROM audit_logs WHERE entity = 'TH'", [/^The entry number 1 of TH was removed at the end/]],
    ["DELETE FROM audit_chains WHERE entity = 'TH'", [/^The end of the log of TH is not recorded/]],
    [
      `INSERT INTO audit_logs (entity, feature, url, body, email, at, operator_type)
       VALUES ('ID', 'f', '/api/rates', '{}', 'x', 1, 'Edit')`,
      [/^Entry 7 \(of ID.*was inserted/],
    ],
    [
      `INSERT INTO audit_logs (entity, feature, url, body, email, at, operator_type, chain_no, previous_hash, hash)
       SELECT entity, feature, url, body, email, at, operator_type, 6, hash, hash FROM audit_logs WHERE id = 5`,
      [/^Entry 7 \(number 6 of ID.*was inserted/],
    ],
    // Inserts an entry and renumbers the entries after it.
    [
      `UPDATE audit_logs SET chain_no = -chain_no WHERE entity = 'ID' AND chain_no > 2;
       UPDATE audit_logs SET chain_no = 1 - chain_no WHERE chain_no < 0;
       INSERT INTO audit_logs (entity, feature, url, body, email, at, operator_type, chain_no, previous_hash, hash)
       SELECT entity, feature, url, 'put in', email, at, operator_type, 3, hash, hash FROM audit_logs WHERE id = 2`,
      [/^Entry 7 \(number 3 of ID.*was inserted/],
    ],
    [
      `DELETE FROM audit_logs WHERE id = 2;
       UPDATE audit_logs SET chain_no = -chain_no WHERE entity = 'ID' AND chain_no > 2;
       UPDATE audit_logs SET chain_no = -1 - chain_no WHERE chain_no < 0`,
      [/^The entry number 2 of ID was removed before entry 3\./],
    ],
    // Updates the entry's own hash, but the next entry still contains the old one.
    [
      `UPDATE audit_logs SET body = 'forged', hash = $FORGED WHERE id = 3`,
      [/^Entry number 3 of ID was changed or replaced: entry 4/],
    ],
    [
      `INSERT INTO audit_logs (entity, feature, url, body, email, at, operator_type, chain_no, previous_hash, hash)
       SELECT entity, feature, url, body, email, at, operator_type, 6, hash, hash FROM audit_logs WHERE id = 3;
       UPDATE audit_chains SET no = 6, hash = (SELECT hash FROM audit_logs WHERE id = 7) WHERE entity = 'ID'`,
      [/^Entry 7 \(number 6 of ID.*was (changed|inserted)/],
    ],
  ])('a change to the log is detected: %s', async (attack, expected) => {
    await five();
    const { rows } = await sql(`SELECT * FROM audit_logs WHERE id = 3`);
    const { contentHash, linkHash, STORED_COLUMNS } = await import('./chain.ts');
    const { rows: stored } = await sql(`SELECT ${STORED_COLUMNS} FROM audit_logs WHERE id = 3`);
    const forged = linkHash(
      String(rows[0]?.['previous_hash']),
      3,
      contentHash({ ...stored[0], body: 'forged' } as never),
    );
    await sql(attack.replace('$FORGED', `'${forged}'`));
    const found = await problems();
    expect(found).toEqual(expected.map(pattern => expect.stringMatching(pattern)));
  });

  it('rewriting the log from the start is detected if an earlier end of the chain was recorded', async () => {
    await five();
    const noted = Object.fromEntries((await verifyLog(database.pool)).chains.map(({ entity, head }) => [entity, head]));
    expect((await verifyLog(database.pool, noted)).problems).toEqual([]);
    await sql('DELETE FROM audit_logs');
    await sql('DELETE FROM audit_chains');
    for (let n = 1; n <= 5; n += 1) await write('ID', { n: n * 2 });
    expect(await problems()).toEqual([]);
    expect((await verifyLog(database.pool, noted)).problems).toEqual([
      expect.stringMatching(/^Entry number 5 of ID differs from the recorded one/),
      expect.stringMatching(/^The entry number 1 of TH was removed: its whole log is gone/),
    ]);
  });

  it('an entry passes verification regardless of the values in its write', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.jsonValue({ maxDepth: 3 }),
        fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 1 })),
        async (value, record) => {
          const text = JSON.stringify([value, record]);
          // PostgreSQL cannot store the null character, and the console never sends it.
          fc.pre(!text.includes('\\u0000') && !/\\ud[89a-f]/i.test(text));
          await write('SG', value, T0, record);
          expect(await problems()).toEqual([]);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('many concurrent writers produce a single chain, and rollbacks leave no gaps', async () => {
    const failing = transaction(database.pool, async db => {
      await writeAudit(
        db,
        { url: '/api/rates', input: {}, person: { email: 'a' } },
        'ID',
        { feature: 'f', operator: 'Edit', channelId: null, tplId: null, before: null, after: null },
        T0,
      );
      throw new Error('undone');
    }).catch((error: Error) => error.message);
    await Promise.all([failing, ...Array.from({ length: 60 }, (_, n) => write(n % 3 === 0 ? 'MY' : 'ID', { n }))]);
    expect(await failing).toBe('undone');
    expect((await verifyLog(database.pool)).chains).toMatchObject([
      { entity: 'ID', entries: 40 },
      { entity: 'MY', entries: 20 },
    ]);
    expect(await problems()).toEqual([]);
  });

  it('transactions that write to several entities in either order do not deadlock', async () => {
    const both = (first: Country, second: Country) =>
      transaction(database.pool, async db => {
        for (const entity of [first, second])
          await writeAudit(
            db,
            { url: '/api/rates', input: {}, person: { email: 'a' } },
            entity,
            { feature: 'f', operator: 'Edit', channelId: null, tplId: null, before: null, after: null },
            T0,
          );
      });
    await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? both('ID', 'TH') : both('TH', 'ID'))));
    expect(await problems()).toEqual([]);
  });

  it('a transaction that has written an audit entry does not block other writers before it commits', async () => {
    if (kind === 'embedded') return;
    let open: () => void = () => undefined;
    const held = new Promise<void>(resolve => (open = resolve));
    const slow = transaction(database.pool, async db => {
      await writeAudit(
        db,
        { url: '/api/rates', input: {}, person: { email: 'slow' } },
        'ID',
        { feature: 'f', operator: 'Edit', channelId: null, tplId: null, before: null, after: null },
        T0,
      );
      await held;
    });
    await write('ID', { quick: true });
    open();
    await slow;
    const { rows } = await sql('SELECT email, chain_no FROM audit_logs ORDER BY chain_no');
    expect(rows.map(({ email }) => email)).toEqual(['a@test.example', 'slow']);
  });

  it('the oldest entries are removed in whole days, and an anchor keeps the rest verifiable', async () => {
    for (let day = 0; day < 10; day += 1) await write('ID', { day }, T0 + day * DAY);
    await write('TH', {}, T0 + 9 * DAY);
    expect(await sweepLog(database.pool, 0, T0 + 100 * DAY)).toBe(0);
    // On day 10, the entries of days 0 to 4 are more than five days old.
    expect(await sweepLog(database.pool, 5, T0 + 10 * DAY + 3600)).toBe(5);
    expect(await sweepLog(database.pool, 5, T0 + 10 * DAY + 7200)).toBe(0);
    const { rows } = await sql(
      `SELECT chain_no, operator_type, email FROM audit_logs WHERE entity = 'ID' ORDER BY chain_no`,
    );
    expect(rows.map(row => row['chain_no'])).toEqual([6, 7, 8, 9, 10, 11]);
    expect(rows.at(-1)).toMatchObject({ operator_type: 'Delete', email: 'Ops Portal' });
    expect(await problems()).toEqual([]);
    await sql(`DELETE FROM audit_logs WHERE entity = 'ID' AND chain_no = 6`);
    expect(await problems()).toEqual([
      expect.stringMatching(/^The entries numbers 1 to 6 of ID were removed at the beginning/),
    ]);
  });

  it('if all entries have expired, only the anchor remains, and new entries continue from it', async () => {
    await five();
    expect(await sweepLog(database.pool, 1, T0 + 9 * DAY)).toBe(6);
    await write('ID', { after: true }, T0 + 9 * DAY);
    expect(await problems()).toEqual([]);
    expect(await sweepLog(database.pool, 1, T0 + 30 * DAY)).toBe(3);
    expect(await problems()).toEqual([]);
  });

  it('an interrupted removal is resumed, and verification reports no problem in the meantime', async () => {
    for (let day = 0; day < 6; day += 1) await write('ID', { day }, T0 + day * DAY);
    await sweepLog(database.pool, 2, T0 + 6 * DAY);
    const { rows } = await sql('SELECT min(chain_no) AS first FROM audit_logs');
    expect(rows[0]?.['first']).toBe(5);
    expect(await problems()).toEqual([]);
  });

  it('entries written by an earlier release are chained exactly once', async () => {
    await sql(`INSERT INTO audit_logs (entity, feature, url, body, email, at, operator_type, after)
               SELECT CASE WHEN n % 2 = 0 THEN 'ID' ELSE 'VN' END, 'f', '/api/rates', '{}', 'x', n, 'Edit', '{"b":1,"a":[1.5,null]}'
                 FROM generate_series(1, 2500) n`);
    await sql(`DELETE FROM meta WHERE key = 'audit.chained'`);
    const client = await database.pool.connect();
    await chainFormerEntries(client).finally(() => client.release());
    expect((await verifyLog(database.pool)).chains.map(({ entries }) => entries)).toEqual([1250, 1250]);
    expect(await problems()).toEqual([]);
    await write('VN', {});
    await sql(
      `INSERT INTO audit_logs (entity, feature, url, body, email, at, operator_type) VALUES ('VN', 'f', '/', '{}', 'x', 1, 'Edit')`,
    );
    const again = await database.pool.connect();
    await chainFormerEntries(again).finally(() => again.release());
    expect(await problems()).toHaveLength(1);
  });
});

it.each([
  [[1], 0, 'The log is intact: 1 entry.'],
  [[1_000, 234], 0, 'The log is intact: 1,234 entries.'],
  [[2], 1, 'The log is not intact: 1 finding in 2 entries.'],
  [[1], 2, 'The log is not intact: 2 findings in 1 entry.'],
])('the result for chains of %j entries with %d findings is a sentence', (chains, findings, text) => {
  const found = {
    chains: chains.map(entries => ({ entity: 'ID', entries, first: 1, head: { no: entries, hash: '' } })),
    problems: Array.from({ length: findings }, () => 'x'),
  };
  expect(verifiedText(found)).toBe(text);
});
