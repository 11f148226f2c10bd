import { afterAll, beforeAll, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { areasCsv, importFile, uploadForm } from '../../../tests/support/importing.ts';
import { CHANNEL, createWorld, STREET, type Caller, type World } from '../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../tests/support/testDatabase.ts';
import type { CallDefinition } from '../../contract/call.ts';
import { EVERY_CALL } from '../../contract/everyCall.ts';
import { FEATURE } from '../../domain/permission.ts';
import { fileIdOf } from '../files/records.ts';

/**
 * In every call, an id from a country in which the person does not work gets the same reply as an id that does not
 * exist, so that nobody can learn anything about other countries by trying numbers (SE10).
 */

/** Ids that exist in Indonesia, and ids of the same kind that exist nowhere. */
const NUMBERS: readonly { is: RegExp; there: number; nowhere: number }[] = [
  { is: /location/i, there: STREET, nowhere: 1_999_994 },
  { is: /three_?pl|tpl/i, there: 501, nowhere: 599 },
  { is: /channel/i, there: CHANNEL.first, nowhere: 10_999 },
];
/**
 * Calls that are skipped: creations use an id that exists nowhere, signing out would end the test's session, and a form
 * is not JSON.
 */
const LEFT_OUT = new Set([
  'channelConfig.add',
  'channelConfig.registerNonIntegrated',
  'session.logout',
  'session.login',
  'files.upload',
]);

/** Values for strings that must have a particular format. */
const TEXTS: Readonly<Record<string, string>> = {
  zipcode: '40111',
  code: 'AB1',
  from_country: 'MY',
  day: '2026-01-05',
  shippedOn: '2026-01-05',
  serviceType: '1',
  shop: 'text',
  esfCalculationFormula: '{"weight_range":[[0,5,18000]]}',
  asfCalculationFormula: '{"weight_range":[[0,5,18000]]}',
  time: '10:00',
  startTime: '10:00',
  endTime: '12:00',
  cutoff: '09:00',
  days: 'Mon-Fri',
  openingHours: 'Mon-Fri 08:00-17:00',
};

/** Optional inputs without which a call would be refused before it looks at the ids. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  'timeslot.createOrUpdate': ['slot', 'days', 'startTime', 'endTime', 'cutoff', 'capacity'],
};

interface Definition {
  type: string;
  innerType?: z.ZodMiniType;
  in?: z.ZodMiniType;
  options?: z.ZodMiniType[];
  values?: unknown[];
  entries?: Record<string, unknown>;
  element?: z.ZodMiniType;
  items?: z.ZodMiniType[];
  shape?: Record<string, z.ZodMiniType>;
}
const definitionOf = (schema: z.ZodMiniType): Definition => (schema as unknown as { def: Definition }).def;

/** Fields with amounts that are paid. */
const PAID = new Set(['fee', 'orderValue', 'cod']);

type Which = 'there' | 'nowhere';

describeOnEach('an id of a country in which the person does not work', kind => {
  let world: World;
  let editor: Caller;
  /**
   * For calls whose ids are strings: a string that identifies an Indonesian import, file or segment, and one that
   * identifies nothing.
   */
  let texts: (call: string, name: string) => Record<Which, string> | null;
  beforeAll(async () => {
    world = await createWorld(kind);
    editor = await world.as('my.editor');
    await world.database.pool.query(
      `INSERT INTO three_pls (three_pl_id, name, country, version) VALUES (501, 'Carrier', 'ID', 1) ON CONFLICT DO NOTHING`,
    );
    await world.database.pool.query(`UPDATE roles SET codes = codes || $1::text[]`, [
      [`${FEATURE.locationTree}.read`, `${FEATURE.locationTree}.write`],
    ]);
    const own = await world.as('id.editor');
    const file = areasCsv([[CHANNEL.first, 'Standard', STREET, 'Yes', 'Yes', 'Yes', 'Yes', '']]);
    const { id } = await importFile(own, file);
    const url = await uploadForm(own, file);
    const { segments } = await own.data<{ segments: { id: string }[] }>(
      '/v2/ops/segments?collection=locations&entity=ID',
    );
    const other = (text: string, at: number) => text.slice(0, at) + (text[at] === '0' ? '1' : '0') + text.slice(at + 1);
    const pair = (text: string, at = 0): Record<Which, string> => ({ there: text, nowhere: other(text, at) });
    const fileId = fileIdOf(url) ?? '';
    const [segment] = segments;
    texts = (call, name) => {
      if (name === 'fileUrlList' || name === 'file_url') return pair(url, url.indexOf(fileId));
      if (name === 'key' || name === 'keys' || name === 'recordKey')
        return { there: `${CHANNEL.first}/${STREET}/0`, nowhere: '10999/1999994/0' };
      if (name !== 'id') return null;
      if (call.startsWith('imports.')) return pair(id);
      if (call === 'files.download') return pair(fileId);
      return call === 'feed.segment' ? pair(segment?.id ?? '') : null;
    };
  });
  afterAll(() => world.close());

  const isId = (call: string, name: string): boolean =>
    NUMBERS.some(({ is }) => is.test(name)) || texts(call, name) !== null;

  /**
   * A valid input whose ids either all exist or all do not exist.
   * @param owner replaces the channel's id
   */
  function sample(schema: z.ZodMiniType, call: string, name: string, which: Which, owner: number | null): unknown {
    const { shape, type, values, entries, element, ...definition } = definitionOf(schema);
    if (shape)
      return Object.fromEntries(
        Object.entries(shape)
          // Optional fields are omitted unless they are ids, because even valid values may contradict each other.
          .filter(
            ([key, inner]) => definitionOf(inner).type !== 'optional' || isId(call, key) || NEEDED[call]?.includes(key),
          )
          .map(([key, inner]) => [key, sample(inner, call, key, which, owner)]),
      );
    const inner = definition.innerType ?? definition.in ?? definition.options?.[0];
    if (inner) return sample(inner, call, name, which, owner);
    if (type === 'enum') return name === 'country' || name === 'entity' ? 'MY' : Object.values(entries ?? {})[0];
    if (type === 'literal') return values?.[0];
    if (type === 'boolean') return true;
    if (type === 'array') return element ? [sample(element, call, name, which, owner)] : [];
    if (type === 'tuple') return definition.items?.map(item => sample(item, call, name, which, owner));
    if (type === 'record') return {};
    if (type === 'number' || type === 'int') {
      const known = NUMBERS.find(({ is }) => is.test(name));
      if (known && owner !== null && known.there === CHANNEL.first) return owner;
      if (known) return known[which];
      // Amounts that are paid are stored in hundred-thousandths, and no currency has that many decimal places.
      return PAID.has(name) ? 100_000 : 1;
    }
    return (
      texts(call, name)?.[which] ??
      (name === 'code' && call.startsWith('audit') ? FEATURE.serviceableArea : TEXTS[name]) ??
      'text'
    );
  }

  /** The reply to a call, with all ids replaced by the same character. */
  async function answerOf(call: CallDefinition, which: Which, owner: number | null): Promise<string> {
    const input = sample(call.input, call.id, '', which, owner) as Record<string, unknown>;
    const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
    const query = new URLSearchParams(
      Object.entries(input).flatMap(([key, value]) => [value].flat().map(one => [key, String(one)])),
    );
    const answer =
      call.method === 'GET' ? await editor.call(`${path}?${query}`) : await editor.call(path, { body: input });
    const ids = [
      ...NUMBERS.flatMap(({ there, nowhere }) => [String(there), String(nowhere)]),
      ...['id', 'fileUrlList', 'key'].flatMap(name => Object.values(texts(call.id, name) ?? {})),
    ];
    const said = `${answer.status} ${JSON.stringify(answer.body)}`;
    return ids.reduce((text, one) => text.replaceAll(one, '#'), said).replace(/"(cursor|at|time)":[^,}]+/g, '"$1":0');
  }

  it.each([
    ['like a missing one', null],
    ['like a missing one, even together with a channel of the person’s own country', CHANNEL.malaysia],
  ])(
    'every call handles an id from another country like a missing one %s',
    async (_, owner) => {
      const differing: string[] = [];
      const unread: string[] = [];
      for (const call of EVERY_CALL) {
        if (LEFT_OUT.has(call.id)) continue;
        const [one, other] = (['there', 'nowhere'] as const).map(which =>
          JSON.stringify(sample(call.input, call.id, '', which, owner)),
        );
        if (one === other) continue;
        const [there, nowhere] = [await answerOf(call, 'there', owner), await answerOf(call, 'nowhere', owner)];
        if (/^400 (?!.*#)/.test(nowhere)) unread.push(`${call.id} ${nowhere.slice(0, 120)}`);
        if (there !== nowhere)
          differing.push(`${call.id}: ${there.slice(0, 200)}\n  not there: ${nowhere.slice(0, 200)}`);
        expect(there).not.toContain('Indonesia');
      }
      expect(differing).toEqual([]);
      // No call may be refused for malformed input before the ids are looked up.
      expect(unread).toEqual([]);
    },
    240_000,
  );

  it('a new channel cannot use an id of another country, and the error does not reveal which country', async () => {
    const body = { channelId: CHANNEL.first, channelName: 'New', display_name: 'New' };
    const answer = await editor.call('/sls/channelConfig/create', { body });
    expect([answer.status, answer.body.message]).toEqual([
      400,
      `channelId: the number ${CHANNEL.first} is taken; choose another one, or leave it empty`,
    ]);
  });
});
