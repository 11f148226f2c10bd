import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorld, type Caller, type World } from '../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../tests/support/testDatabase.ts';

const KEY = '"channelId":10021,"type":0,"locationId":3';

describeOnEach('JSON bodies', kind => {
  let world: World;
  let editor: Caller;
  beforeAll(async () => {
    world = await createWorld(kind);
    editor = await world.as('id.editor');
  });
  afterAll(() => world.close());

  it.each([
    ['/channelLocationService/add', `{${KEY},"canDeliver":true,"canDeliver":false}`, 'canDeliver'],
    ['/channelLocationService/add', `{${KEY},"canDeliver":true,"can\\u0044eliver":true}`, 'canDeliver'],
    ['/v2/ops/writes', '{"writes":[{"key":"a","input":{"b":1,"b":1}}]}', 'b'],
    ['/login', '{"email":"a@b.example","password":"x","email":"c@d.example"}', 'email'],
  ])('a body of %s that contains a name twice is refused, and names it: %s', async (path, body, name) => {
    const answer = await editor.call(path, { body });
    expect([answer.status, answer.body.message]).toEqual([
      400,
      `The body has "${name}" twice, and one of the two values would be lost: remove one.`,
    ]);
  });

  it('the same name in two objects of a body is accepted', async () => {
    const answer = await editor.call('/v2/ops/writes', { body: '{"writes":[],"more":[{"a":1},{"a":2}]}' });
    expect(answer.body.message).not.toContain('twice');
  });

  it.each(['{"email":', '', '{"__proto__":{"a":1}}', '{"constructor":{"prototype":{"a":1}}}'])(
    'a body that is not JSON, or would change a prototype, is refused as such: %s',
    async body => {
      const answer = await editor.call('/channelLocationService/add', { body });
      expect([answer.status, answer.body.message]).toEqual([400, 'The body is not valid JSON.']);
    },
  );
});
