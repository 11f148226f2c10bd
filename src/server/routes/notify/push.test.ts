import { ECDH } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import webPush from 'web-push';
import { PushReceiver, PushService, vapidOf } from '../../../../tests/support/pushService.ts';
import { createWorld, emailOf, type Caller, type World } from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import type { Notifications, PushDevice, TemplateRow } from '../../../contract/notify.ts';
import { emitEvent } from '../../notify/emit.ts';

const PUSH = '/v2/ops/notifications/push';
const SUBJECT = 'mailto:ops@test.example';

interface Devices {
  publicKey: string | null;
  list: PushDevice[];
}

describeOnEach('notifications by Web Push', kind => {
  const service = new PushService();
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  let clock = Date.parse('2026-03-02T03:00:00Z');
  let world: World;
  let editor: Caller;
  let count = 0;

  beforeAll(async () => {
    await service.start();
    world = await createWorld(kind, {
      now: () => clock,
      config: {
        clientDir: undefined,
        baseUrl: undefined,
        secure: false,
        trustProxy: false,
        tracker: true,
        webhookHosts: ['127.0.0.1'],
        push: { publicKey, privateKey, subject: SUBJECT },
      },
    });
    const admin = await world.as('admin');
    const template = await admin.data<TemplateRow>('/v2/ops/notify/templates/create', {
      body: {
        name: 'Maintenance',
        event: 'channel.maintenance',
        variants: { en: { subject: 'Channel {{ channelId }} is in maintenance', body: '{{ channel }}' } },
      },
    });
    await admin.data('/v2/ops/notify/rules/create', {
      body: {
        name: 'Bell',
        event: 'channel.maintenance',
        countries: ['ID'],
        people: [emailOf('id.editor')],
        causer: false,
        ways: ['bell'],
        templateId: template.id,
        everyMinutes: 0,
        critical: false,
        status: 0,
      },
    });
  });
  afterAll(async () => {
    await world.close();
    service.close();
  });
  beforeEach(async () => {
    service.got.length = 0;
    service.status = 201;
    service.answerHeaders = {};
    await world.database.pool.query('DELETE FROM notify_deliveries');
    await world.database.pool.query('DELETE FROM push_subscriptions');
    editor = await world.signIn('id.editor');
  });

  const subscribe = async (who: Caller): Promise<PushReceiver> => {
    const receiver = new PushReceiver(`${service.origin}/device/${++count}`);
    await who.data<Devices>(`${PUSH}/subscribe`, { body: receiver.subscription });
    return receiver;
  };
  const devices = async (who: Caller): Promise<PushDevice[]> => (await who.data<Devices>(PUSH)).list;
  const look = () => world.app.notifier.look();
  const happens = async (channel = 'Pos'): Promise<void> => {
    await emitEvent(world.database.pool, {
      kind: 'channel.maintenance',
      country: 'ID',
      person: emailOf('admin'),
      at: Math.floor(clock / 1000),
      fields: { channelId: 10021, channel },
    });
    await look();
  };
  const paths = () => service.got.map(({ path }) => path);
  const waiting = async (): Promise<number> =>
    (await world.database.pool.query('SELECT 1 FROM push_messages')).rows.length;

  it('push messages reach each of a person’s devices once, encrypted, signed and with little content', async () => {
    const other = await world.signIn('id.editor');
    const [desk, phone] = [await subscribe(editor), await subscribe(other)];
    await happens('<b>Pos</b> &');
    await look();
    expect(paths().sort()).toEqual([desk, phone].map(({ endpoint }) => new URL(endpoint).pathname).sort());
    for (const receiver of [desk, phone]) {
      const got = service.got.find(({ path }) => receiver.endpoint.endsWith(path));
      const said = receiver.read(got?.body ?? Buffer.alloc(0));
      expect(said).toEqual({
        title: 'Channel 10021 is in maintenance',
        text: '<b>Pos</b> &',
        link: '/carrier/channelConfigIntegrated?country=ID',
        unread: 1,
        tag: expect.stringMatching(/^msg_/),
      });
      expect(got?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'normal' });
      const { key, claims } = vapidOf(got?.headers ?? {});
      expect([key, claims['aud'], claims['sub']]).toEqual([publicKey, service.origin, SUBJECT]);
      expect(Number(claims['exp']) - Date.now() / 1000).toBeLessThanOrEqual(24 * 3600);
      expect(got?.body.toString('latin1')).not.toContain('maintenance');
    }
    expect(() => desk.read(service.got.find(({ path }) => phone.endpoint.endsWith(path))?.body as Buffer)).toThrow(
      /authenticate/,
    );
    expect(await waiting()).toBe(0);
    expect(await devices(editor)).toMatchObject([
      { here: true, outcome: 'HTTP 201', sentAt: clock / 1000 },
      { here: false, outcome: 'HTTP 201' },
    ]);
  });

  it('push messages are retried after Retry-After, and by another process if the sending one dies', async () => {
    const receiver = await subscribe(editor);
    service.status = 503;
    service.answerHeaders = { 'retry-after': '600' };
    await happens();
    expect(service.got).toHaveLength(1);
    expect((await devices(editor))[0]?.outcome).toBe('HTTP 503');
    service.status = 201;
    clock += 599_000;
    await look();
    expect(service.got).toHaveLength(1);
    clock += 1_000;
    // Leaves the message in the state in which a sender killed in the middle would.
    await world.database.pool.query(
      'UPDATE push_messages SET lease_until = extract(epoch FROM clock_timestamp())::int8 + 60',
    );
    await look();
    expect(service.got).toHaveLength(1);
    await world.database.pool.query('UPDATE push_messages SET lease_until = lease_until - 61');
    await look();
    expect(service.got).toHaveLength(2);
    const [first, second] = service.got.map(({ body }) => receiver.read(body)) as { tag: string }[];
    expect(second?.tag).toBe(first?.tag);
    expect(await waiting()).toBe(0);
  });

  it('push messages wait until quiet hours end, even if quiet hours begin between two attempts', async () => {
    clock = Date.parse('2026-03-03T14:59:58Z');
    editor = await world.signIn('id.editor');
    await subscribe(editor);
    await editor.data('/v2/ops/notifications/preferences', {
      method: 'PUT',
      body: { language: 'en', quietFrom: 22, quietTo: 7, timeZone: 'Asia/Jakarta', off: [] },
    });
    service.status = 503;
    await happens();
    expect(service.got).toHaveLength(1);
    service.status = 201;
    clock += 3_600_000;
    await look();
    expect(service.got).toHaveLength(1);
    clock = Date.parse('2026-03-04T00:00:00Z');
    await look();
    expect(service.got).toHaveLength(2);
    await world.database.pool.query('DELETE FROM notify_preferences');
  });

  it.each([404, 410])('a subscription that the push service no longer recognizes is removed (%i)', async status => {
    await subscribe(editor);
    service.status = status;
    await happens();
    expect(await devices(editor)).toEqual([]);
    service.status = 201;
    await happens();
    expect(service.got).toHaveLength(1);
    expect(await waiting()).toBe(0);
  });

  it('a notification that was read on another device in the meantime is not pushed', async () => {
    await subscribe(editor);
    service.status = 500;
    await happens();
    const { list } = await editor.data<Notifications>('/v2/ops/notifications');
    await editor.data('/v2/ops/notifications/read', { body: { ids: [list[0]?.id] } });
    clock += 10_000;
    await look();
    expect(service.got).toHaveLength(1);
    expect(await waiting()).toBe(0);
  });

  it('push messages stop when the session ends, the account is disabled or the person leaves the country', async () => {
    const other = await world.signIn('id.editor');
    await subscribe(editor);
    const phone = await subscribe(other);
    await editor.data('/opa/logout', { headers: { 'x-ops-contract': '1' } });
    await happens();
    expect(paths()).toEqual([new URL(phone.endpoint).pathname]);
    const { pool } = world.database;
    /** Sends a push message after making a change, and checks that it is not delivered. */
    const during = async (change: string, back: string): Promise<void> => {
      await pool.query(change);
      await pool.query(
        `INSERT INTO push_messages (subscription_id, delivery_id, due_at) SELECT s.id, d.id, 0 FROM push_subscriptions s, notify_deliveries d`,
      );
      await look();
      await pool.query(back);
      expect(service.got).toHaveLength(1);
      expect(await waiting()).toBe(0);
    };
    const account = `users SET status = %s WHERE email = '${emailOf('id.editor')}'`;
    await during(`UPDATE ${account.replace('%s', '1')}`, `UPDATE ${account.replace('%s', '0')}`);
    const works = (country: string): string =>
      `UPDATE user_entities SET entity_id = (SELECT id FROM entities WHERE country = '${country}')
        WHERE user_id = (SELECT id FROM users WHERE email = '${emailOf('id.editor')}')`;
    await during(works('MY'), works('ID'));
    const email = emailOf('id.editor');
    await during(`DELETE FROM whitelist WHERE email = '${email}'`, `INSERT INTO whitelist (email) VALUES ('${email}')`);
    // Without the change, the same message is delivered.
    await pool.query(
      `INSERT INTO push_messages (subscription_id, delivery_id, due_at) SELECT s.id, d.id, 0 FROM push_subscriptions s, notify_deliveries d`,
    );
    await look();
    expect(service.got).toHaveLength(2);
    await other.data('/opa/logout?everywhere=true', { headers: { 'x-ops-contract': '1' } });
    expect((await pool.query('SELECT 1 FROM push_subscriptions')).rows).toEqual([]);
  });

  it('only the person can turn off push messages, and subscribing again replaces the subscription', async () => {
    const other = await world.signIn('id.editor');
    await subscribe(editor);
    const again = await subscribe(editor);
    await subscribe(other);
    const [here, there] = await devices(editor);
    expect(await devices(editor)).toHaveLength(2);
    const stranger = await world.as('my.editor');
    const tried = await stranger.call(`${PUSH}/unsubscribe`, { body: { id: there?.id } });
    expect([tried.status, tried.body.message]).toEqual([404, expect.stringContaining('no longer receives messages')]);
    expect((await stranger.data<Devices>(PUSH)).list).toEqual([]);
    await editor.data(`${PUSH}/unsubscribe`, { body: { id: there?.id } });
    await happens();
    expect(paths()).toEqual([new URL(again.endpoint).pathname]);
    // The next user of the browser takes over its subscription.
    await stranger.data(`${PUSH}/subscribe`, { body: again.subscription });
    expect(await devices(editor)).toEqual([]);
    expect(here?.id).not.toBe((await devices(stranger))[0]?.id);
  });

  it('a push subscription is refused if its address is private or not https, or its keys are invalid', async () => {
    const { subscription } = new PushReceiver('https://push.example/1');
    const refused = async (more: object) => {
      const { status, body } = await editor.call(`${PUSH}/subscribe`, { body: { ...subscription, ...more } });
      return [status, body.message];
    };
    for (const endpoint of ['http://push.example/1', 'https://u:p@push.example/', 'file:///etc/passwd', 'push'])
      expect(await refused({ endpoint })).toEqual([400, expect.stringContaining('starts with https://')]);
    for (const endpoint of ['https://10.0.0.1/', 'https://[::1]/', 'https://169.254.169.254/'])
      expect(await refused({ endpoint })).toEqual([400, expect.stringContaining('private network')]);
    const point = Buffer.alloc(65, 7).toString('base64url');
    expect(await refused({ p256dh: point })).toEqual([400, expect.stringContaining('p256dh: is not a public key')]);
    expect(await refused({ auth: 'AAAA' })).toEqual([400, expect.stringContaining('auth: must be 16 bytes')]);
    // A name that resolves to this machine is detected when the connection is made.
    await editor.data(`${PUSH}/subscribe`, {
      body: { ...subscription, endpoint: service.origin.replace('127.0.0.1', 'localhost') },
    });
    await happens();
    expect(service.got).toEqual([]);
    expect((await devices(editor))[0]?.outcome).toContain('localhost resolves to');
  });

  it('messages reach a browser whose public key is in compressed form', async () => {
    const receiver = new PushReceiver(`${service.origin}/device/${++count}`);
    const { p256dh, auth, endpoint } = receiver.subscription;
    const compressed = ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'base64url', 'compressed');
    await editor.data(`${PUSH}/subscribe`, { body: { endpoint, p256dh: compressed, auth } });
    await happens();
    expect(service.got.map(({ body }) => receiver.read(body))).toMatchObject([{ text: 'Pos' }]);
  });

  it('a server without keys does not offer push messages, and new server keys end subscriptions', async () => {
    await subscribe(editor);
    await world.database.pool.query(`UPDATE push_subscriptions SET server_key = 'former'`);
    await happens();
    expect(service.got).toEqual([]);
    expect(await devices(editor)).toEqual([]);
    const bare = await createWorld(kind);
    const person = await bare.as('id.editor');
    expect(await person.data<Devices>(PUSH)).toEqual({ publicKey: null, list: [] });
    const { subscription } = new PushReceiver('https://push.example/1');
    const refused = await person.call(`${PUSH}/subscribe`, { body: subscription });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('This server does not send push messages'),
    ]);
    await bare.close();
  });
});
