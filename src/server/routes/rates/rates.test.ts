import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHANNEL, createWorld, type Caller, type World } from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import type { RecordChange } from '../../../contract/history.ts';
import type { RateRow } from '../../../contract/resources/rate.ts';

const WEIGHTS = '{"weight_range":[[0,5,18000],[5,10,26000.5]]}';
const values = { channelId: CHANNEL.first, category: 2, esfModel: 1, asfModel: 2, esfCalculationFormula: WEIGHTS };

describeOnEach('rate calls (RATE-1)', kind => {
  let world: World;
  let editor: Caller;
  let made: RateRow;
  beforeAll(async () => {
    world = await createWorld(kind);
    editor = await world.as('id.editor');
    made = await editor.data<RateRow>('/rates', { body: values });
  });
  afterAll(() => world.close());

  const put = (id: number, body: object, caller = editor) =>
    caller.call<RateRow>(`/rates/${id}`, { method: 'PUT', body });

  it('POST /rates creates a rate and returns its id, country and formula', () =>
    expect(made).toMatchObject({ ...values, country: 'ID', asfCalculationFormula: null, version: 1 }));

  it('a second rate of a channel and category is refused, and the message names the category', async () => {
    const { status, body } = await editor.call('/rates', { body: values });
    expect([status, body.message]).toEqual([409, `The Local rate of channel ${CHANNEL.first} already exists.`]);
  });

  it('GET /rates/{id} returns the rate or, if it does not exist, says where to look', async () => {
    expect(await editor.data(`/rates/${made.id}`)).toEqual(made);
    const missing = await editor.call('/rates/5');
    expect([missing.status, missing.body.message]).toEqual([
      404,
      'There is no rate 5 in this country. GET /rates lists its rates.',
    ]);
    const elsewhere = await (await world.as('my.editor')).call(`/rates/${made.id}`);
    expect(elsewhere.status).toBe(404);
  });

  it.each([
    ['channelId=10021', 1],
    ['channelId=10022', 0],
    ['category=2', 1],
    ['category=1', 0],
    ['country=ID&page=1&count=10', 1],
  ])('GET /rates?%s returns the rates %d', async (query, total) =>
    expect(await editor.data(`/rates?${query}`)).toMatchObject({ total }),
  );

  it('GET /rates returns the rates of the given country, but only to people who work there', async () => {
    const admin = await world.as('admin');
    expect(await admin.data('/rates?country=MY')).toMatchObject({ total: 0 });
    expect(await admin.data('/rates?country=ID')).toMatchObject({ total: 1 });
    expect((await editor.call('/rates?country=MY')).status).toBe(403);
    expect((await editor.call('/rates?country=XX')).status).toBe(400);
  });

  it('PUT /rates/{id} updates the rate and its history, and refuses a stale version with the current row', async () => {
    const { esfModel, asfModel } = values;
    const esfCalculationFormula = '{ "weight_range": [[5, 10, 30000], [0, 5, 18000.0]] }';
    const { body } = await put(made.id, { esfModel, asfModel, esfCalculationFormula, version: 1 });
    const written = '{"weight_range":[[0,5,18000],[5,10,30000]]}';
    expect(body.data).toMatchObject({ id: made.id, esfCalculationFormula: written, version: 2 });
    const stale = await put(made.id, { esfModel, asfModel, esfCalculationFormula: WEIGHTS, version: 1 });
    expect([stale.status, stale.body.data]).toMatchObject([409, { current: { version: 2 } }]);
    const { list, total } = await editor.data<{ list: RecordChange[]; total: number }>(
      `/rates/${made.id}/history?page=1&count=1`,
    );
    expect([total, list.length]).toEqual([2, 1]);
    expect(list[0]).toMatchObject({
      version: 2,
      before: { esfCalculationFormula: WEIGHTS },
      after: { esfCalculationFormula: written },
    });
    expect((await editor.call('/rates/5/history')).status).toBe(404);
  });

  it.each([
    ['[[0,5,1],[0,3,2]]', 'Weight range intersection detected for [0, 3)'],
    ['[[5,5,1]]', 'Start weight should be greater than end weight, found [5, 5)'],
    ['[[0,5,1],[7,9,2]]', 'Missing weight range in [5, 7)'],
    ['[[0,5,1],[4,9,2]]', 'Weight range intersection detected at [4, 9)'],
    ['[[0,5]]', 'Value is required'],
    ['[[1,"x",2]]', 'End weight is required: "x" is not a number'],
    ['[[0,5,1,2]]', 'Weight range 1 must be an array of three numbers'],
    ['[]', 'ESF Formula is required'],
    ['[[0,5,1]],"weight_range":[[0,5,2]]', 'has "weight_range" twice, and one of the two values would be lost'],
  ])('weight ranges %s are refused by POST and PUT, and nothing is saved (RATE-4)', async (ranges, message) => {
    const wrong = { ...values, esfCalculationFormula: `{"weight_range":${ranges}}` };
    const row = await editor.data(`/rates/${made.id}`);
    for (const answer of [await editor.call('/rates', { body: { ...wrong, category: 1 } }), await put(made.id, wrong)])
      expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(message)]);
    expect(await editor.data(`/rates/${made.id}`)).toEqual(row);
    expect(await editor.data('/rates')).toMatchObject({ total: 1 });
  });

  it('rates with a model other than weight ranges are not validated (RATE-4)', async () => {
    const unchecked = {
      ...values,
      category: 1,
      esfModel: 2,
      esfCalculationFormula: '{"weight_range":[[0,5,1],[7,9,2]]}',
    };
    expect(await editor.data('/rates', { body: unchecked })).toMatchObject(unchecked);
  });

  it('the rate calls require their permissions and a channel in the country', async () => {
    const viewer = await world.as('id.viewer');
    expect((await viewer.call('/rates', { body: values })).status).toBe(403);
    expect((await put(made.id, values, viewer)).status).toBe(403);
    expect(await viewer.data('/rates')).toMatchObject({ total: 2 });
    expect((await world.anonymous.call('/rates')).status).toBe(401);
    const unknown = await editor.call('/rates', { body: { ...values, channelId: 999_999 } });
    expect(unknown.status).toBe(400);
  });
});
