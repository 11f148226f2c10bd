import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorld, type Caller, type World } from '../../../tests/support/serverFixture.ts';
import type { Notifications } from '../../contract/notify.ts';
import { transaction } from '../db/transaction.ts';
import { emitEvent } from './emit.ts';

let world: World;
let admin: Caller;
const mails: string[] = [];
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, done) {
    let text = '';
    stream.on('data', chunk => (text += String(chunk)));
    stream.on('end', () => {
      mails.push(text.replaceAll('=\r\n', '').replaceAll('=3D', '='));
      done(null);
    });
  },
});

beforeAll(async () => {
  mailServer.listen(0, '127.0.0.1');
  await once(mailServer.server, 'listening');
  world = await createWorld('embedded', {
    config: {
      clientDir: undefined,
      baseUrl: 'http://localhost',
      secure: false,
      trustProxy: false,
      tracker: true,
      smtpUrl: `smtp://127.0.0.1:${(mailServer.server.address() as AddressInfo).port}`,
      mailFrom: 'Ops Portal <ops@ops.example>',
    },
  });
  admin = await world.as('admin');
});
afterAll(async () => {
  await world.close();
  mailServer.close();
});

it.each([
  ['dispute.deadline', '/opslogisticsrecon/disputes?country=ID', '/opslogisticsrecon/disputes?country=ID'],
  // An event without a page of its own: the e-mail leads to Home, and the bell is open in the console anyway.
  ['right.changed', '/', null],
])('an e-mail about %s links to %s, and the bell to %s', async (event, mailed, inBell) => {
  mails.length = 0;
  const template = await admin.data<{ id: number }>('/v2/ops/notify/templates/create', {
    body: { name: event, event, variants: { en: { subject: event, body: '{{ country }} & more' } } },
  });
  const rule = {
    name: event,
    event,
    countries: ['ID'],
    people: ['admin@test.example'],
    causer: false,
    ways: ['bell', 'email'],
    templateId: template.id,
    everyMinutes: 0,
    critical: true,
    status: 0,
  };
  await admin.data('/v2/ops/notify/rules/create', { body: rule });
  await transaction(world.database.pool, db =>
    emitEvent(db, { kind: event, country: 'ID', person: '', at: Math.floor(Date.now() / 1000), fields: {} }),
  );
  for (let tries = 0; tries < 20 && mails.length === 0; tries++) await world.app.notifier.look();
  const [mail = ''] = mails;
  expect(mail).toContain(`\r\n\r\nhttp://localhost${mailed}\r\n`);
  expect(mail).toContain(`<p><a href="http://localhost${mailed}">http://localhost${mailed}</a></p>`);
  const { list } = await admin.data<Notifications>('/v2/ops/notifications');
  expect(list.find(({ subject }) => subject === event)?.page).toBe(inBell);
});
