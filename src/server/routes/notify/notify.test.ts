import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ruleInput } from '../../../../tests/support/notifyRule.ts';
import { emailOf, createWorld, type Caller, type World } from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import type { DeliveryRow, Notifications, Preferences, RuleRow, TemplateRow } from '../../../contract/notify.ts';
import { emitEvent } from '../../notify/emit.ts';
import { emitJobFailure } from '../../notify/sources.ts';
import { claimDue } from '../../notify/send.ts';

interface Hook {
  url: string;
  headers: Record<string, string>;
  body: string;
}

describeOnEach('notifications', kind => {
  const START = Date.parse('2026-03-02T03:00:00Z');
  let clock = START;
  let world: World;
  let admin: Caller;
  let editor: Caller;
  let hooks: Server;
  let hookStatus = 200;
  /** What happens while a receiver has a message and has not answered yet. */
  let meanwhile = async (): Promise<unknown> => undefined;
  const hooked: Hook[] = [];
  const mails: string[] = [];
  let mailServer: SMTPServer;
  let template: TemplateRow;

  beforeAll(async () => {
    hooks = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        hooked.push({ url: request.url ?? '', headers: request.headers as Record<string, string>, body });
        void meanwhile().then(() => response.writeHead(hookStatus).end());
      });
    }).listen(0, '127.0.0.1');
    await once(hooks, 'listening');
    mailServer = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) => {
        let mail = '';
        stream.on('data', (chunk: Buffer) => (mail += chunk.toString()));
        stream.on('end', () => {
          mails.push(mail);
          done();
        });
      },
    });
    mailServer.listen(0, '127.0.0.1');
    await once(mailServer.server, 'listening');
    const config = {
      clientDir: undefined,
      baseUrl: undefined,
      secure: false,
      trustProxy: false as const,
      tracker: true,
      smtpUrl: `smtp://127.0.0.1:${(mailServer.server.address() as AddressInfo).port}`,
      mailFrom: 'Ops Portal <ops@test.example>',
      webhookHosts: ['127.0.0.1'],
    };
    world = await createWorld(kind, { config, now: () => clock });
    admin = await world.as('admin');
    editor = await world.as('id.editor');
    template = await admin.data<TemplateRow>('/v2/ops/notify/templates/create', {
      body: {
        name: 'Maintenance',
        event: 'channel.maintenance',
        variants: {
          en: {
            subject: 'Channel {{ channelId }} is in maintenance',
            body: '{{ channel }} since {{ time }}, by {{ person }}',
          },
          id: { subject: 'Kanal {{ channelId }} dalam pemeliharaan', body: '{{ channel }}' },
        },
      },
    });
  });
  afterAll(async () => {
    await world.close();
    hooks.close();
    mailServer.close();
  });

  // Signs in again, because sessions expire when the clock jumps.
  const signInAgain = async (): Promise<void> => {
    [admin, editor] = [await world.signIn('admin'), await world.signIn('id.editor')];
  };
  const hookUrl = (): string => `http://127.0.0.1:${(hooks.address() as AddressInfo).port}/hook`;
  const ruleOf = (name: string, more: Partial<RuleRow> = {}) => ruleInput(name, template.id, more);
  const makeRule = (name: string, more: Partial<RuleRow> = {}) =>
    admin.data<{ rule: RuleRow; webhookSecret: string | null }>('/v2/ops/notify/rules/create', {
      body: ruleOf(name, more),
    });
  const remove = (id: number) => admin.data(`/v2/ops/notify/rules/${id}`, { method: 'DELETE' });
  const look = () => world.app.notifier.look();
  const happens = async (channel = 'Pos', country: 'ID' | 'MY' = 'ID'): Promise<void> => {
    await emitEvent(world.database.pool, {
      kind: 'channel.maintenance',
      country,
      person: emailOf('admin'),
      at: Math.floor(clock / 1000),
      fields: { channelId: 10021, channel },
    });
    await look();
  };
  const deliveries = async (): Promise<DeliveryRow[]> =>
    (await admin.data<{ list: DeliveryRow[] }>('/v2/ops/notify/deliveries')).list;
  const bell = (who: Caller) => who.data<Notifications>('/v2/ops/notifications');

  it('a template cannot use a variable that its event lacks, and cannot be deleted while it is in use', async () => {
    const wrong = await admin.call('/v2/ops/notify/templates/create', {
      body: {
        name: 'Wrong',
        event: 'channel.maintenance',
        variants: { en: { subject: 'x', body: '{{ channel.nmae }}' } },
      },
    });
    expect([wrong.status, wrong.body.message]).toEqual([
      400,
      expect.stringContaining('channel.nmae is not a variable of this event'),
    ]);
    for (const [body, said] of [
      ['{% for i in (1..10000000) %}{{ i }}{% endfor %}', /cannot be used: /],
      ['{% if more > 0 %}{% for i in (1..10000000) %}{{ i }}{% endfor %}{% endif %}', /cannot be used: /],
    ] as const) {
      const endless = await admin.call('/v2/ops/notify/templates/create', {
        body: { name: 'Endless', event: 'channel.maintenance', variants: { en: { subject: 'x', body } } },
      });
      expect([endless.status, endless.body.message]).toEqual([400, expect.stringMatching(said)]);
    }
    const { rule } = await makeRule('Uses it');
    const deleted = await admin.call(`/v2/ops/notify/templates/${template.id}`, { method: 'DELETE' });
    expect([deleted.status, deleted.body.message]).toEqual([
      409,
      'Maintenance is used by Uses it. Give these rules another template first.',
    ]);
    await remove(rule.id);
  });

  it('if a rule lists a role from a country that it does not cover, the error names the role', async () => {
    const { roles } = await admin.data<{ roles: { id: number; name: string; country: string }[] }>(
      '/v2/ops/notify/choices',
    );
    const malay = roles.find(({ country }) => country === 'MY');
    const refused = await admin.call('/v2/ops/notify/rules/create', {
      body: ruleOf('Roles of others', { roleIds: [malay?.id ?? 0] }),
    });
    expect([refused.status, refused.body.message]).toEqual([
      400,
      `roleIds: the role ${malay?.name} belongs to Malaysia, which is not a country of this rule`,
    ]);
    const unknown = await admin.call('/v2/ops/notify/rules/create', {
      body: ruleOf('Roles of nobody', { roleIds: [987_654] }),
    });
    expect([unknown.status, unknown.body.message]).toEqual([400, 'roleIds: there is no role 987654']);
  });

  it('a template can only be changed with the permission in every country that uses it', async () => {
    const { rule } = await makeRule('Both countries', { countries: ['ID', 'MY'] });
    const { name, event, variants } = template;
    const change = (caller: Caller, version: number, title = name) =>
      caller.call(`/v2/ops/notify/templates/${template.id}`, {
        method: 'PUT',
        body: { name: title, event, variants, version },
      });
    const refused = await change(editor, template.version);
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('Malaysia')]);
    const two = await Promise.all([1, 2].map(n => change(admin, template.version, `${name} ${n}`)));
    expect(two.map(({ status }) => status).sort()).toEqual([200, 409]);
    await change(admin, template.version + 1);
    template.version += 2;
    const edit = (n: number) =>
      admin.call(`/v2/ops/notify/rules/${rule.id}`, {
        method: 'PUT',
        body: { ...ruleOf('Both countries', { everyMinutes: n }), version: rule.version },
      });
    expect((await Promise.all([edit(1), edit(2)])).map(({ status }) => status).sort()).toEqual([200, 409]);
    await remove(rule.id);
  });

  it('a change of a rule or template that changes nothing raises no version and is not logged', async () => {
    const logs = async () =>
      (await world.database.pool.query<{ id: number }>('SELECT max(id) AS id FROM audit_logs')).rows[0]?.id;
    const { rule } = await makeRule('Untouched', { ways: ['webhook'], webhookUrl: 'https://hooks.example/secret' });
    const before = await logs();
    const { name, event, variants } = template;
    const put = (path: string, body: object) => admin.data<unknown>(`/v2/ops/notify/${path}`, { method: 'PUT', body });
    const { version } = template;
    expect(await put(`templates/${template.id}`, { name, event, variants, version })).toMatchObject({
      version: template.version,
    });
    const own = ruleOf('Untouched', {
      ways: ['webhook'],
      webhookUrl: 'https://hooks.example/secret',
      version: rule.version,
    });
    const same = { rule: { version: rule.version }, webhookSecret: null };
    expect(await put(`rules/${rule.id}`, own)).toMatchObject(same);
    expect(await logs()).toBe(before);
    const other = await put(`rules/${rule.id}`, { ...own, webhookUrl: 'https://hooks.example/other' });
    expect(other).toMatchObject({ rule: { version: rule.version + 1 } });
    expect(await logs()).not.toBe(before);
    await remove(rule.id);
  });

  it('a rule that lists something twice or in another spelling stores it once, and sends each message once', async () => {
    const { rule } = await makeRule('Twice', {
      countries: ['MY', 'ID', 'MY'],
      ways: ['bell', 'bell'],
      people: [emailOf('id.viewer'), ` ${emailOf('id.viewer').toUpperCase()}`, emailOf('id.viewer').replace('i', 'ｉ')],
      conditions: [
        { field: 'channel', operator: 'is', value: 'Twice' },
        { field: 'channel', operator: 'is', value: 'Twice' },
      ],
    });
    expect(rule).toMatchObject({
      countries: ['ID', 'MY'],
      ways: ['bell'],
      people: [emailOf('id.viewer')],
      conditions: [{ field: 'channel', operator: 'is', value: 'Twice' }],
    });
    await happens('Twice');
    await look();
    const { list } = await admin.data<{ list: DeliveryRow[] }>('/v2/ops/notify/deliveries?q=Twice&count=100');
    expect(list.map(({ way, recipient }) => [way, recipient])).toEqual([['bell', emailOf('id.viewer')]]);
    await remove(rule.id);
  });

  it('a page beyond the last one is empty, and its total is that of the list', async () => {
    const { rule } = await makeRule('On the first page');
    for (const path of ['rules', 'templates']) {
      const at = (page: number) =>
        admin.data<{ list: unknown[]; total: number }>(`/v2/ops/notify/${path}?page=${page}&count=10`);
      const { total } = await at(1);
      expect(await at(9)).toMatchObject({ list: [], total });
      expect(total).toBeGreaterThan(0);
    }
    await remove(rule.id);
  });

  it('an empty list that needs an entry is reported as missing, and a long one by its number of entries', async () => {
    for (const [more, message] of [
      [{ ways: [] }, 'ways: is required'],
      [{ countries: Array.from({ length: 1000 }, () => 'ID' as const) }, 'entries'],
    ] as const) {
      const refused = await admin.call('/v2/ops/notify/rules/create', { body: ruleOf('Lists', { ...more } as never) });
      expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining(message)]);
    }
  });

  it('of two tabs that change preferences from the same state, the second is refused with what the first stored', async () => {
    const path = '/v2/ops/notifications/preferences';
    const put = (body: object) => editor.call<Preferences>(path, { method: 'PUT', body });
    const seen = await editor.data<Preferences>(path);
    const [first, second] = await Promise.all([
      put({ ...seen, off: ['import.ended bell'] }),
      put({ ...seen, language: 'id' }),
    ]);
    expect([first.status, second.status].toSorted()).toEqual([200, 409]);
    const stored = await editor.data<Preferences>(path);
    expect(stored.version).toBe(seen.version + 1);
    const refused = first.status === 409 ? first : second;
    expect(refused.body.data).toMatchObject({ current: stored, currentVersion: stored.version });
    expect((await put({ ...seen, version: stored.version })).body.data).toMatchObject({ version: stored.version + 1 });
  });

  it('preferences refuse events and channels of delivery that do not exist', async () => {
    const own = await admin.data<object>('/v2/ops/notifications/preferences');
    for (const off of ['import.endet email', 'import.ended webhook', 'email']) {
      const refused = await admin.call('/v2/ops/notifications/preferences', {
        method: 'PUT',
        body: { ...own, off: [off] },
      });
      expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining(`off: "${off}"`)]);
    }
    const off = ['import.ended email', 'import.ended email'];
    const body = { ...own, off };
    const set = await admin.data<Preferences>('/v2/ops/notifications/preferences', { method: 'PUT', body });
    expect(set.off).toEqual(['import.ended email']);
    await admin.data('/v2/ops/notifications/preferences', { method: 'PUT', body: { ...own, version: set.version } });
  });

  it('a message appears once in each recipient’s bell, and is marked as read on all of their devices', async () => {
    const { rule } = await makeRule('Bell');
    await happens('<b>Pos</b>');
    await look();
    const { unread, list } = await bell(editor);
    expect(unread).toBe(1);
    expect(list[0]).toMatchObject({ subject: 'Channel 10021 is in maintenance', read: false, country: 'ID' });
    expect(list[0]?.body).toContain('<b>Pos</b> since 2026-03-02 10:00:00');
    expect(await bell(admin)).toMatchObject({ unread: 0 });
    expect(await editor.data('/v2/ops/notifications/read', { body: { ids: [list[0]?.id] } })).toEqual({ unread: 0 });
    const elsewhere = await world.as('id.editor');
    expect((await bell(elsewhere)).list[0]?.read).toBe(true);
    await remove(rule.id);
  });

  it('with one message per 10 minutes, later events are combined into one message after 10 minutes', async () => {
    const { rule } = await makeRule('Limited', { everyMinutes: 10 });
    const begin = clock;
    const sent = async () => (await deliveries()).filter(row => row.rule === 'Limited' && row.state === 'sent');
    await happens('A');
    expect(await sent()).toHaveLength(1);
    clock = begin + 1_000;
    await happens('B');
    clock = begin + 599_000;
    await happens('C');
    expect(await sent()).toHaveLength(1);
    clock = begin + 600_000;
    await look();
    await look();
    const both = await sent();
    expect(both.map(({ events, sentAt }) => [events, (sentAt ?? 0) * 1000 - begin])).toEqual([
      [2, 600_000],
      [1, 0],
    ]);
    expect(both[0]?.subject).toBe('Channel 10021 is in maintenance (1 more)');
    expect(both[0]?.body).toMatch(/^B since [\s\S]*C since /);
    await remove(rule.id);
  });

  it('without a limit, each of several events in one second is a message of its own', async () => {
    const { rule } = await makeRule('Burst', { ways: ['bell', 'webhook'], webhookUrl: hookUrl() });
    for (const name of ['A', 'B', 'C', 'D', 'E']) {
      await emitEvent(world.database.pool, {
        kind: 'channel.maintenance',
        country: 'ID',
        person: emailOf('admin'),
        at: Math.floor(clock / 1000),
        fields: { channelId: 1, channel: name },
      });
    }
    await look();
    const sent = (await deliveries()).filter(row => row.rule === 'Burst');
    expect(sent.map(({ way, events, state }) => `${way} ${events} ${state}`).sort()).toEqual([
      ...Array.from({ length: 5 }, () => 'bell 1 sent'),
      ...Array.from({ length: 5 }, () => 'webhook 1 sent'),
    ]);
    await remove(rule.id);
    hooked.length = 0;
  });

  it('quiet hours in Jakarta postpone ordinary messages to 07:00, but not critical ones', async () => {
    const [calm, urgent] = [await makeRule('Calm'), await makeRule('Urgent', { critical: true })];
    const quiet = { language: 'id', quietFrom: 22, quietTo: 7, timeZone: 'Asia/Jakarta', off: [] };
    await editor.data('/v2/ops/notifications/preferences', { method: 'PUT', body: quiet });
    clock = Date.parse('2026-03-05T23:10:00+07:00');
    await happens();
    const states = async () =>
      Object.fromEntries(
        (await deliveries()).filter(row => ['Calm', 'Urgent'].includes(row.rule)).map(row => [row.rule, row.state]),
      );
    expect(await states()).toEqual({ Calm: 'waiting', Urgent: 'sent' });
    clock = Date.parse('2026-03-06T06:59:59+07:00');
    await look();
    expect(await states()).toEqual({ Calm: 'waiting', Urgent: 'sent' });
    clock = Date.parse('2026-03-06T07:00:00+07:00');
    await look();
    expect(await states()).toEqual({ Calm: 'sent', Urgent: 'sent' });
    // The message is in the person's language.
    expect((await bell(editor)).list[0]?.subject).toBe('Kanal 10021 dalam pemeliharaan');
    await editor.data('/v2/ops/notifications/preferences', {
      method: 'PUT',
      body: { ...quiet, quietFrom: 0, quietTo: 0, language: 'en' },
    });
    for (const { rule } of [calm, urgent]) await remove(rule.id);
  });

  it('a message postponed to 07:00 is sent immediately if a critical event is added to it', async () => {
    const { rule } = await makeRule('Grows');
    const quiet = { language: 'en', quietFrom: 22, quietTo: 7, timeZone: 'Asia/Jakarta', off: [] };
    await editor.data('/v2/ops/notifications/preferences', { method: 'PUT', body: quiet });
    clock = Date.parse('2026-03-07T23:10:00+07:00');
    await happens('A');
    const shown = async () =>
      (await deliveries()).filter(row => row.rule === 'Grows').map(({ state, events }) => [state, events]);
    expect(await shown()).toEqual([['waiting', 1]]);
    await admin.data(`/v2/ops/notify/rules/${rule.id}`, {
      method: 'PUT',
      body: { ...ruleOf('Grows', { critical: true }), version: rule.version },
    });
    clock += 60_000;
    await happens('B');
    expect(await shown()).toEqual([['sent', 2]]);
    clock += 60_000;
    await happens('C');
    await editor.data('/v2/ops/notifications/preferences', { method: 'PUT', body: { ...quiet, quietTo: 22 } });
    expect((await shown())[1]).toEqual(['sent', 2]);
    await remove(rule.id);
  });

  it('a postponed message is rescheduled if quiet hours change, but is not sent before its rule permits', async () => {
    const quiet = { language: 'en', quietFrom: 22, quietTo: 7, timeZone: 'Asia/Jakarta', off: [] };
    const prefer = (more: object) =>
      editor.data('/v2/ops/notifications/preferences', { method: 'PUT', body: { ...quiet, ...more } });
    await prefer({});
    const { rule: calm } = await makeRule('Waits');
    const { rule: seldom } = await makeRule('Seldom', { everyMinutes: 60 });
    clock = Date.parse('2026-03-09T21:59:00+07:00');
    await happens('A');
    clock = Date.parse('2026-03-09T22:10:00+07:00');
    await happens('B');
    const waits = async () =>
      (await deliveries()).flatMap(({ rule, state, dueAt }) => (state === 'waiting' ? [[rule, dueAt]] : [])).sort();
    const at = (time: string) => Date.parse(`2026-03-${time}:00+07:00`) / 1000;
    expect(await waits()).toEqual([
      ['Seldom', at('10T07:00')],
      ['Waits', at('10T07:00')],
    ]);
    await prefer({ quietTo: 6 });
    expect((await waits()).map(([, due]) => due)).toEqual([at('10T06:00'), at('10T06:00')]);
    await prefer({ quietFrom: 0, quietTo: 0 });
    expect(await waits()).toEqual([
      ['Seldom', at('09T22:59')],
      ['Waits', at('09T22:10')],
    ]);
    await look();
    expect(await waits()).toEqual([['Seldom', at('09T22:59')]]);
    clock = at('09T22:59') * 1000;
    await look();
    expect(await waits()).toEqual([]);
    for (const rule of [calm, seldom]) await remove(rule.id);
  });

  it('retries, and messages that are late because the server was down, wait until quiet hours end', async () => {
    const quiet = { language: 'en', quietFrom: 22, quietTo: 7, timeZone: 'Asia/Jakarta', off: [] };
    await editor.data('/v2/ops/notifications/preferences', { method: 'PUT', body: quiet });
    const { rule } = await makeRule('Late', { everyMinutes: 10 });
    const shown = async () =>
      (await deliveries()).filter(row => row.rule === 'Late').map(({ state, events }) => [state, events]);
    clock = Date.parse('2026-03-08T21:55:00+07:00');
    await happens('A');
    clock += 60_000;
    // B would be due at 22:05, but quiet hours have begun by then and postpone it.
    await happens('B');
    expect(await shown()).toEqual([
      ['waiting', 1],
      ['sent', 1],
    ]);
    await editor.data('/v2/ops/notifications/preferences', { method: 'PUT', body: { ...quiet, quietFrom: 7 } });
    await world.database.pool.query(
      `UPDATE notify_deliveries SET due_at = $1, window_at = $1 WHERE rule_id = $2 AND state = 'waiting'`,
      [Date.parse('2026-03-08T21:59:00+07:00') / 1000, rule.id],
    );
    // The person set quiet hours while the server was down.
    await editor.data('/v2/ops/notifications/preferences', { method: 'PUT', body: quiet });
    clock = Date.parse('2026-03-08T23:30:00+07:00');
    await happens('C');
    await look();
    expect((await shown()).filter(([state]) => state === 'sent')).toEqual([['sent', 1]]);
    clock = Date.parse('2026-03-09T07:00:00+07:00');
    await look();
    const sent = (await shown()).filter(([state]) => state === 'sent');
    expect(sent.reduce((sum, [, events]) => sum + Number(events), 0)).toBe(3);
    await editor.data('/v2/ops/notifications/preferences', { method: 'PUT', body: { ...quiet, quietTo: 22 } });
    await remove(rule.id);
  });

  it('a person who is no longer on the whitelist is not notified', async () => {
    const { rule } = await makeRule('Outside', { ways: ['bell'], people: [emailOf('outsider')] });
    await happens();
    expect((await deliveries()).filter(row => row.rule === 'Outside')).toEqual([]);
    await remove(rule.id);
  });

  it('a System Admin is notified about events in every country', async () => {
    const { people } = await admin.data<{ people: string[] }>('/v2/ops/notify/choices');
    expect(people).toContain(emailOf('admin'));
    expect(people).not.toContain(emailOf('outsider'));
    const { rule } = await makeRule('Everywhere', { countries: ['ID', 'MY'], people: [emailOf('admin')] });
    const before = (await bell(admin)).list.length;
    await happens('Pos', 'MY');
    expect((await bell(admin)).list).toHaveLength(before + 1);
    await remove(rule.id);
  });

  it('preferences are checked when a message is sent, and people outside the country get none', async () => {
    const { rule } = await makeRule('Chosen', { countries: ['ID', 'MY'] });
    const off = {
      language: 'en',
      quietFrom: 0,
      quietTo: 0,
      timeZone: 'Asia/Jakarta',
      off: ['channel.maintenance bell'],
    };
    const before = (await bell(editor)).list.length;
    await editor.data('/v2/ops/notifications/preferences', { method: 'PUT', body: off });
    await happens();
    await editor.data('/v2/ops/notifications/preferences', { method: 'PUT', body: { ...off, off: [] } });
    await happens('Pos', 'MY');
    expect((await bell(editor)).list).toHaveLength(before);
    await remove(rule.id);
  });

  it('a rule’s conditions determine whether a message is sent', async () => {
    const { rule } = await makeRule('Only ninja', {
      conditions: [{ field: 'channel', operator: 'contains', value: 'ninja' }],
    });
    const before = (await bell(editor)).list.length;
    await happens('Pos');
    await happens('Ninja Van');
    expect((await bell(editor)).list).toHaveLength(before + 1);
    await remove(rule.id);
  });

  it('e-mails reach the mail server with escaped content and the same id in every attempt', async () => {
    const { rule } = await makeRule('Mail', { ways: ['email'], people: [], causer: true });
    await happens('<b>Pos</b>');
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain(`To: ${emailOf('admin')}`);
    expect(mails[0]).toContain('Subject: Channel 10021 is in maintenance');
    expect(mails[0]).toContain('&lt;b&gt;Pos&lt;/b&gt;');
    const [row] = await deliveries();
    expect(row).toMatchObject({
      state: 'sent',
      way: 'email',
      recipient: emailOf('admin'),
      outcome: 'Accepted by the mail server',
    });
    await admin.data(`/v2/ops/notify/deliveries/${row?.id}/resend`, { body: {} });
    await look();
    const ids = mails.map(mail => /^Message-ID: (.*)$/im.exec(mail)?.[1]);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(ids[1]);
    await remove(rule.id);
  });

  it('webhooks are signed, retried with backoff, and turned off once they have been failing for a day', async () => {
    const made = await makeRule('Hook', { ways: ['webhook'], webhookUrl: hookUrl(), people: [] });
    const secret = made.webhookSecret ?? '';
    clock = Date.now();
    await signInAgain();
    await happens();
    expect(new Webhook(secret).verify(hooked[0]?.body ?? '', hooked[0]?.headers ?? {})).toMatchObject({
      type: 'channel.maintenance',
      data: { rule: 'Hook', events: [{ channelId: 10021 }] },
    });
    // Messages are signed with both secrets while a secret is being rotated.
    const { rule, webhookSecret } = await admin.data<{ rule: RuleRow; webhookSecret: string }>(
      `/v2/ops/notify/rules/${made.rule.id}`,
      {
        method: 'PUT',
        body: {
          ...ruleOf('Hook', { ways: ['webhook'], webhookUrl: hookUrl(), people: [] }),
          version: made.rule.version,
          rotateSecret: true,
        },
      },
    );
    expect(rule.hasFormerSecret).toBe(true);
    const { rows: rotation } = await world.database.pool.query(
      `SELECT before ->> 'webhookSecret' AS before, after ->> 'webhookSecret' AS after, before::text || after::text LIKE '%whsec_%' AS "isShown"
         FROM audit_logs WHERE url LIKE '%/notify/rules/%' ORDER BY id DESC LIMIT 1`,
    );
    expect(rotation).toEqual([{ before: 'former', after: 'new', isShown: false }]);
    await happens();
    for (const one of [secret, webhookSecret])
      new Webhook(one).verify(hooked.at(-1)?.body ?? '', hooked.at(-1)?.headers ?? {});
    // JSON is not HTML: the text of a message is not escaped.
    await happens('<b>Pos</b> & Co');
    const { data } = JSON.parse(hooked.at(-1)?.body ?? '') as { data: { body: string; subject: string } };
    expect(data.body).toContain('<b>Pos</b> & Co');
    hookStatus = 500;
    const begin = hooked.length;
    await happens();
    const state = async () => (await deliveries()).find(row => row.rule === 'Hook');
    expect(await state()).toMatchObject({ state: 'waiting', tries: 1, outcome: 'HTTP 500' });
    // A person does not have to wait for the next attempt; sent by hand, the attempts begin again.
    const again = (await state())?.id;
    expect((await admin.call(`/v2/ops/notify/deliveries/${again}/resend`, { body: {} })).status).toBe(200);
    // Before its first attempt, there is nothing to send again.
    expect((await admin.call(`/v2/ops/notify/deliveries/${again}/resend`, { body: {} })).status).toBe(409);
    await look();
    expect(await state()).toMatchObject({ state: 'waiting', tries: 1 });
    clock += 6_000;
    await look();
    expect(await state()).toMatchObject({ state: 'waiting', tries: 2 });
    expect(new Set(hooked.slice(begin).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    clock += 25 * 3600_000;
    await signInAgain();
    await look();
    const later = await admin.data<RuleRow>(`/v2/ops/notify/rules/${rule.id}`);
    expect([later.ways, later.hasFormerSecret]).toEqual([[], false]);
    // It has no other way to send, so it is not active, and cannot become active without one.
    expect(later.status).toBe(1);
    const active = { body: { status: 0, version: later.version }, method: 'PUT' as const };
    expect((await admin.call(`/v2/ops/notify/rules/${rule.id}`, active)).status).toBe(400);
    expect((await bell(admin)).list[0]?.subject).toContain('The webhook of the rule "Hook" was turned off');
    hookStatus = 200;
    await remove(rule.id);
  });

  it('when a webhook is turned off, its owner is notified each time, and each country of the rule has a log entry', async () => {
    clock = Date.now();
    await signInAgain();
    // The rule also notifies the owner in the same second, which must not take the place of the message about the webhook.
    const { rule } = await makeRule('Gone', {
      ways: ['bell', 'webhook'],
      webhookUrl: hookUrl(),
      people: [emailOf('admin')],
      countries: ['ID', 'MY'],
    });
    const told = async () =>
      (await bell(admin)).list.filter(({ subject }) => subject.startsWith('The webhook of the rule "Gone"'));
    hookStatus = 410;
    await happens('First');
    expect(await told()).toHaveLength(1);
    const off = await admin.data<RuleRow>(`/v2/ops/notify/rules/${rule.id}`);
    expect([off.ways, off.status]).toEqual([['bell'], 0]);
    // The message about the webhook does not count toward the limit of the rule.
    await happens('Second');
    expect((await bell(admin)).list.filter(({ subject }) => subject.startsWith('Channel'))).not.toHaveLength(0);
    const { rows } = await world.database.pool.query(
      `SELECT entity, email, operator_type, before -> 'ways' AS before, after -> 'ways' AS after, after ->> 'status' AS status, body::jsonb ->> 'reason' AS reason
         FROM audit_logs WHERE url LIKE '%/notify/rules/%' AND email = 'Ops Portal' AND body::jsonb ->> 'name' = 'Gone' ORDER BY entity`,
    );
    expect(rows).toEqual(
      ['ID', 'MY'].map(entity => ({
        entity,
        email: 'Ops Portal',
        operator_type: 'Edit',
        before: ['bell', 'webhook'],
        after: ['bell'],
        status: '0',
        reason: 'HTTP 410: the receiver does not want any more messages',
      })),
    );
    // After it was turned on again, the same delivery is refused once more.
    clock += 5_000;
    await admin.data(`/v2/ops/notify/rules/${rule.id}`, {
      method: 'PUT',
      body: { ...ruleOf('Gone', { ways: ['webhook'], webhookUrl: hookUrl(), people: [] }), version: off.version },
    });
    const failed = (await deliveries()).find(row => row.rule === 'Gone' && row.way === 'webhook');
    await admin.data(`/v2/ops/notify/deliveries/${failed?.id}/resend`, { body: {} });
    await look();
    expect(await told()).toHaveLength(2);
    expect((await told())[0]?.body).toContain('it has no other way to send, so it is Disabled now');
    expect((await admin.data<RuleRow>(`/v2/ops/notify/rules/${rule.id}`)).status).toBe(1);
    hookStatus = 200;
    await remove(rule.id);
  });

  it('an event is not added to a message that is sent again, because its receivers ignore a key that they know', async () => {
    clock = Date.parse('2031-03-01T20:00:00+07:00');
    await signInAgain();
    const { rule } = await makeRule('Again', { people: [emailOf('id.editor')], everyMinutes: 0 });
    await happens('First');
    const sent = (await deliveries()).find(row => row.rule === 'Again');
    await editor.data('/v2/ops/notifications/preferences', {
      method: 'PUT',
      body: { language: 'en', quietFrom: 22, quietTo: 7, timeZone: 'Asia/Jakarta', off: [] },
    });
    clock = Date.parse('2031-03-01T22:30:00+07:00');
    await admin.data(`/v2/ops/notify/deliveries/${sent?.id}/resend`, { body: {} });
    await look();
    await happens('Second');
    const own = (await deliveries()).filter(row => row.rule === 'Again');
    expect(own.map(({ events, state }) => [events, state])).toEqual([
      [1, 'waiting'],
      [1, 'waiting'],
    ]);
    clock = Date.parse('2031-03-02T07:00:01+07:00');
    await look();
    await signInAgain();
    expect((await deliveries()).filter(row => row.rule === 'Again').map(({ state }) => state)).toEqual([
      'sent',
      'sent',
    ]);
    await editor.data('/v2/ops/notifications/preferences', {
      method: 'PUT',
      body: { language: 'en', quietFrom: 0, quietTo: 0, timeZone: 'Asia/Jakarta', off: [] },
    });
    await remove(rule.id);
  });

  it('the bell lists notifications in the order in which they arrived, even if one was planned earlier', async () => {
    clock = Date.parse('2031-04-01T23:00:00+07:00');
    await signInAgain();
    const preference = (quietFrom: number, quietTo: number) =>
      editor.data('/v2/ops/notifications/preferences', {
        method: 'PUT',
        body: { language: 'en', quietFrom, quietTo, timeZone: 'Asia/Jakarta', off: [] },
      });
    await preference(22, 7);
    const { rule: calm } = await makeRule('Calm', { people: [emailOf('id.editor')], everyMinutes: 0 });
    await happens('Waits');
    await admin.data(`/v2/ops/notify/rules/${calm.id}`, {
      method: 'PUT',
      body: { ...ruleOf('Calm', { people: [emailOf('id.editor')], status: 1 }), version: calm.version },
    });
    const { rule: loud } = await makeRule('Loud', { people: [emailOf('id.editor')], everyMinutes: 0, critical: true });
    await happens('Critical');
    clock = Date.parse('2031-04-02T07:00:01+07:00');
    await look();
    await signInAgain();
    const { list } = await bell(editor);
    expect(list.slice(0, 2).map(({ body }) => body.split(' ')[0])).toEqual(['Waits', 'Critical']);
    // Whoever has seen only the older list has not seen the message that waited, although its id is lower.
    await editor.data('/v2/ops/notifications/read', { body: { ids: list.slice(1).map(({ id }) => id) } });
    expect((await bell(editor)).unread).toBe(1);
    await editor.data('/v2/ops/notifications/read', { body: { ids: list.map(({ id }) => id) } });
    expect((await bell(editor)).unread).toBe(0);
    await preference(0, 0);
    await remove(loud.id);
    await remove(calm.id);
  });

  it('a webhook with a private address cannot be saved unless its host is listed', async () => {
    for (const webhookUrl of ['http://10.0.0.1/', 'http://[::1]:8080/', 'http://0xa9fea9fe/']) {
      const made = await admin.call('/v2/ops/notify/rules/create', {
        body: ruleOf('Private', { ways: ['webhook'], people: [], webhookUrl }),
      });
      expect([made.status, made.body.message]).toEqual([
        400,
        expect.stringMatching(/^webhookUrl: .* is an address in a private network/),
      ]);
    }
  });

  it('correcting the address of a webhook also affects waiting and resent messages', async () => {
    const wrong = `${hookUrl()}/wrong`;
    const { rule } = await makeRule('Moved', { ways: ['webhook'], people: [], webhookUrl: wrong, everyMinutes: 10 });
    const begin = hooked.length;
    hookStatus = 200;
    await happens('First');
    await happens('Second');
    await admin.data(`/v2/ops/notify/rules/${rule.id}`, {
      method: 'PUT',
      body: {
        ...ruleOf('Moved', { ways: ['webhook'], people: [], webhookUrl: hookUrl(), everyMinutes: 10 }),
        version: rule.version,
      },
    });
    await happens('Third');
    clock += 600_000;
    await look();
    expect(hooked.slice(begin).map(({ url }) => url)).toEqual(['/hook/wrong', '/hook']);
    const own = (await deliveries()).filter(row => row.rule === 'Moved');
    expect(own.map(({ recipient, events }) => [recipient, events])).toEqual([
      [hookUrl(), 2],
      [wrong, 1],
    ]);
    await admin.data(`/v2/ops/notify/deliveries/${own[1]?.id}/resend`, { body: {} });
    await look();
    expect(hooked.at(-1)?.url).toBe('/hook');
    await remove(rule.id);
  });

  it('a sender that was frozen does not change what another process has made of its message', async () => {
    const { pool } = world.database;
    const { rule } = await makeRule('Frozen', { ways: ['webhook'], webhookUrl: hookUrl(), people: [] });
    hookStatus = 500;
    // Its lease has ended, and another process has sent the message.
    meanwhile = () =>
      pool.query(
        "UPDATE notify_deliveries SET state = 'sent', tries = tries + 1, lease_until = 0, outcome = 'HTTP 200' WHERE rule_id = $1",
        [rule.id],
      );
    await happens();
    meanwhile = async () => undefined;
    const own = (await deliveries()).filter(row => row.rule === 'Frozen');
    expect(own.map(({ state, tries, outcome }) => [state, tries, outcome])).toEqual([['sent', 2, 'HTTP 200']]);
    expect((await admin.data<RuleRow>(`/v2/ops/notify/rules/${rule.id}`)).webhookFailingSince).toBeNull();
    hookStatus = 200;
    await remove(rule.id);
  });

  it('a process whose clock is ahead does not send what another process is sending', async () => {
    const { pool } = world.database;
    const { rule } = await makeRule('Claimed', { ways: ['webhook'], webhookUrl: hookUrl(), people: [] });
    const at = Math.floor(clock / 1000);
    const claims: unknown[] = [];
    meanwhile = async () => {
      claims.push(await claimDue(pool, at + 3600));
      // A sender that was killed shows no sign of life.
      await pool.query('UPDATE notify_deliveries SET lease_until = lease_until - 91 WHERE rule_id = $1', [rule.id]);
      claims.push(await claimDue(pool, at));
    };
    await happens();
    meanwhile = async () => undefined;
    expect(claims).toEqual([[], [expect.objectContaining({ ruleId: rule.id, tries: 2 })]]);
    await remove(rule.id);
  });

  it('an outcome of a webhook’s former address says nothing about the address to which it was corrected', async () => {
    const { rule } = await makeRule('Corrected', { ways: ['webhook'], webhookUrl: hookUrl(), people: [] });
    const path = `/v2/ops/notify/rules/${rule.id}`;
    const current = () => admin.data<RuleRow>(path);
    let urls = 0;
    const correct = async () => {
      const webhookUrl = `${hookUrl()}/${++urls}`;
      const { version } = await current();
      const body = { ...ruleOf('Corrected', { ways: ['webhook'], people: [], webhookUrl }), version };
      await admin.data(path, { method: 'PUT', body });
    };
    for (const status of [500, 410]) {
      hookStatus = status;
      meanwhile = correct;
      await happens();
      meanwhile = async () => undefined;
      expect(await current()).toMatchObject({ ways: ['webhook'], status: 0, webhookFailingSince: null });
    }
    hookStatus = 500;
    await happens();
    expect((await current()).webhookFailingSince).not.toBeNull();
    // Another message arrives while the last attempt of a day fails.
    const { pool } = world.database;
    await pool.query('UPDATE notify_rules SET webhook_failing_since = 1 WHERE id = $1', [rule.id]);
    meanwhile = () => pool.query('UPDATE notify_rules SET webhook_failing_since = NULL WHERE id = $1', [rule.id]);
    await happens();
    meanwhile = async () => undefined;
    expect((await current()).ways).toEqual(['webhook']);
    hookStatus = 200;
    await remove(rule.id);
  });

  it('a webhook is turned off after a day of failures, and its waiting messages are not sent', async () => {
    const { rule } = await makeRule('Down', { ways: ['webhook'], webhookUrl: hookUrl(), people: [] });
    hookStatus = 500;
    await happens('A');
    const state = async () =>
      (await deliveries()).filter(row => row.rule === 'Down').map(row => [row.state, row.tries]);
    for (const pause of [5, 300, 1800, 7200, 18_000, 28_800, 30_293]) {
      clock += pause * 1000;
      await look();
    }
    await happens('B');
    clock += 2000;
    await look();
    await signInAgain();
    expect(await state()).toContainEqual(['failed', 8]);
    expect((await admin.data<RuleRow>(`/v2/ops/notify/rules/${rule.id}`)).ways).toEqual([]);
    hookStatus = 200;
    const before = hooked.length;
    clock += 3600_000;
    await look();
    expect(hooked).toHaveLength(before);
    // A notification in the bell informs the owner of the webhook.
    expect((await state()).map(([word]) => word)).toEqual(['sent', 'skipped', 'failed']);
    await remove(rule.id);
  });

  it('a rule requires the permission in each of its countries, and is not listed in any other country', async () => {
    const asked = await editor.call('/v2/ops/notify/rules/create', {
      body: ruleOf('Mine', { countries: ['ID', 'MY'] }),
    });
    expect([asked.status, asked.body.message]).toEqual([403, expect.stringContaining('Malaysia')]);
    const viewer = await world.signIn('id.viewer');
    expect((await viewer.call('/v2/ops/notify/rules/create', { body: ruleOf('Mine') })).status).toBe(403);
    const own = await editor.data<{ rule: RuleRow }>('/v2/ops/notify/rules/create', { body: ruleOf('Mine') });
    const malaysian = await world.signIn('my.editor');
    expect((await malaysian.call(`/v2/ops/notify/rules/${own.rule.id}`)).status).toBe(404);
    expect((await viewer.data<{ total: number }>('/v2/ops/notify/rules')).total).toBe(1);
    const again = await editor.call('/v2/ops/notify/rules/create', { body: ruleOf('Mine') });
    expect([again.status, again.body.message]).toEqual([
      409,
      'A trigger rule "Mine" already exists. Choose another name.',
    ]);
    await remove(own.rule.id);
  });

  it('when a rate version starts, and when its end approaches, exactly one event is emitted', async () => {
    const now = Math.floor(clock / 1000);
    const add = (no: number, from: number) =>
      world.database.pool.query(
        `INSERT INTO rate_versions (family, country, channel_id, version_no, name, remark, state, active_from, settings)
         VALUES (0, 'ID', 10021, $1, 'V', '', 1, $2, '{}')`,
        [no, from],
      );
    await add(1, now - 60);
    await add(2, now + 3 * 24 * 3600);
    clock += 400_000;
    await look();
    clock += 400_000;
    await look();
    const events = async (event: string) =>
      (
        await admin.data<{ list: { fields: Record<string, unknown> }[] }>(`/v2/ops/notify/events?event=${event}`)
      ).list.map(({ fields }) => fields);
    expect(await events('rate.activated')).toMatchObject([{ channelId: 10021, versionNo: 1 }]);
    expect(await events('rate.expiring')).toMatchObject([{ channelId: 10021, versionNo: 1, days: 3 }]);
  });

  it('a rate version that started while the server was down for days is still reported, once', async () => {
    clock += 400_000;
    await world.database.pool.query(
      `INSERT INTO rate_versions (family, country, channel_id, version_no, name, remark, state, active_from, settings)
       VALUES (0, 'ID', 10022, 1, 'V', '', 1, $1, '{}')`,
      [Math.floor(clock / 1000) - 3 * 24 * 3600],
    );
    await look();
    clock += 400_000;
    await look();
    const { list } = await admin.data<{ list: { fields: Record<string, unknown> }[] }>(
      '/v2/ops/notify/events?event=rate.activated',
    );
    expect(list.filter(({ fields }) => fields['channelId'] === 10022)).toHaveLength(1);
  });

  it('maintenance, a changed permission and a refused write emit events, and a preview renders one', async () => {
    const { list } = await admin.data<{ list: { id: number; fields: Record<string, unknown> }[] }>(
      '/v2/ops/notify/events?event=channel.maintenance',
    );
    const preview = await admin.data<{ subject: string; body: string }>('/v2/ops/notify/templates/preview', {
      body: {
        event: 'channel.maintenance',
        texts: { subject: '{{ channelId }}', body: '{{ channel }}' },
        eventId: list[0]?.id,
      },
    });
    expect(preview).toEqual({ subject: '10021', body: list[0]?.fields['channel'] });
    await editor.call('/channelLocationService/add', {
      headers: { 'idempotency-key': 'refused-1' },
      body: {
        channelId: 99,
        locationId: 1,
        type: 0,
        canDeliver: true,
        canCOD: true,
        canPickup: true,
        canCODPickup: true,
      },
    });
    const refused = await admin.data<{ list: { fields: Record<string, unknown> }[] }>(
      '/v2/ops/notify/events?event=write.refused',
    );
    expect(refused.list[0]?.fields).toMatchObject({ operation: 'Create Location' });
    await admin.data('/v2/ops/whitelist/add', { body: { emails: ['somebody@test.example'] } });
    const rights = await admin.data<{ list: { fields: Record<string, unknown> }[] }>(
      '/v2/ops/notify/events?event=right.changed',
    );
    expect(rights.list[0]?.fields).toMatchObject({ operation: 'Create Whitelist', whose: 'somebody@test.example' });
  });

  it('a template needs a subject and a body in each of its languages, and cannot be saved if its output is too long', async () => {
    const save = (variants: object) =>
      admin.call('/v2/ops/notify/templates/create', {
        body: { name: 'Half', event: 'channel.maintenance', variants },
      });
    const en = { subject: 'x', body: 'y' };
    expect(await save({ en, th: { subject: '{{ channel }}', body: ' ' } })).toMatchObject({
      status: 400,
      body: { message: 'variants: ไทย: subject and body are both required' },
    });
    const long = `{% for i in (1..5000) %}${'y'.repeat(100)}{% endfor %}`;
    expect(await save({ en: { ...en, body: long } })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('would have more than 50,000 characters') },
    });
  });

  it('a person who may only read sees just a webhook’s host, and cannot search by the rest of its URL', async () => {
    const url = `${hookUrl()}/secret-part`;
    const { rule } = await makeRule('Shown', { ways: ['webhook'], webhookUrl: url, people: [] });
    const elsewhere = await makeRule('Of Malaysia', { countries: ['MY'], people: [emailOf('admin')] });
    clock = Date.now();
    await signInAgain();
    await happens();
    const viewer = await world.signIn('id.viewer');
    const read = async (who: Caller) => ({
      rule: (await who.data<RuleRow>(`/v2/ops/notify/rules/${rule.id}`)).webhookUrl,
      listed: (await who.data<{ list: RuleRow[] }>('/v2/ops/notify/rules?q=Shown')).list[0]?.webhookUrl,
      sent: (await who.data<{ list: DeliveryRow[] }>('/v2/ops/notify/deliveries?q=Shown')).list[0]?.recipient,
      found: (await who.data<{ list: DeliveryRow[] }>('/v2/ops/notify/deliveries?q=secret-part')).list.length,
    });
    const { origin } = new URL(url);
    expect(await read(viewer)).toEqual({ rule: origin, listed: origin, sent: origin, found: 0 });
    expect(await read(editor)).toEqual({ rule: url, listed: url, sent: url, found: 1 });
    // Rules of other countries are counted rather than named.
    const used = await viewer.data<TemplateRow>(`/v2/ops/notify/templates/${template.id}`);
    expect(used).toMatchObject({ usedBy: ['Shown'], usedElsewhere: 1 });
    await remove(rule.id);
    const held = await editor.call(`/v2/ops/notify/templates/${template.id}`, { method: 'DELETE' });
    expect([held.status, held.body.message]).toEqual([
      409,
      'Maintenance is used by 1 rule of another country. Give these rules another template first.',
    ]);
    await admin.data(`/v2/ops/notify/rules/${elsewhere.rule.id}`, {
      method: 'DELETE',
      headers: { 'x-ops-entity': 'MY' },
    });
  });

  it('System Admins are notified of failures of the whole server by rules of any country, and nobody else is', async () => {
    await signInAgain();
    const failed = await admin.data<TemplateRow>('/v2/ops/notify/templates/create', {
      body: {
        name: 'Failed',
        event: 'job.failed',
        variants: { en: { subject: '{{ job }} failed', body: '{{ reason }} ({{ country }}, {{ time }})' } },
      },
    });
    const people = [emailOf('admin'), emailOf('id.editor'), emailOf('my.editor')];
    const of = { event: 'job.failed', templateId: failed.id, people, everyMinutes: 0 };
    await makeRule('Of Malaysia', { ...of, countries: ['MY'] });
    await makeRule('Of Indonesia', { ...of, countries: ['ID'] });
    const at = Math.floor(clock / 1000);
    await emitJobFailure(world.database.pool, { job: 'Backup 2026', reason: 'The disk is full.' }, at);
    await look();
    const { rows } = await world.database.pool.query<{ recipient: string; rule: string; body: string }>(
      `SELECT recipient, rule, body FROM notify_deliveries WHERE subject LIKE 'Backup%' ORDER BY rule`,
    );
    expect(rows.map(({ recipient, rule }) => [recipient, rule])).toEqual([
      [emailOf('admin'), 'Of Indonesia'],
      [emailOf('admin'), 'Of Malaysia'],
    ]);
    expect(rows[0]?.body).toMatch(/^The disk is full\. \(all countries, .* UTC\)$/);
    expect((await bell(admin)).list.filter(({ subject }) => subject === 'Backup 2026 failed')).toHaveLength(2);
    // Who may read the notifications of a country sees that there is such a message, but not what it says.
    const reader = await editor.data<{ list: DeliveryRow[] }>('/v2/ops/notify/deliveries');
    expect(reader.list.find(({ rule }) => rule === 'Of Indonesia')).toMatchObject({
      subject: '',
      body: expect.stringContaining('the server as a whole'),
    });
    const shown = (await deliveries()).find(({ rule }) => rule === 'Of Indonesia');
    expect(shown).toMatchObject({ subject: 'Backup 2026 failed' });
    const past = async (who: Caller) =>
      (
        await who.data<{ list: { fields: Record<string, unknown> }[] }>('/v2/ops/notify/events?event=job.failed')
      ).list.map(({ fields }) => fields['job']);
    expect(await past(admin)).toContain('Backup 2026');
    expect(await past(editor)).not.toContain('Backup 2026');
  });
});
