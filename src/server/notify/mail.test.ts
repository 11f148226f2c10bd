import { afterAll, beforeAll, expect, it } from 'vitest';
import { plainMail, startMailServer, type MailServer } from '../../../tests/support/mailServer.ts';
import { createWorld, type Caller, type World } from '../../../tests/support/serverFixture.ts';
import type { Notifications } from '../../contract/notify.ts';
import { transaction } from '../db/transaction.ts';
import { emitEvent } from './emit.ts';

let world: World;
let admin: Caller;
let mail: MailServer;

beforeAll(async () => {
  mail = await startMailServer();
  world = await createWorld('embedded', { config: mail.config });
  admin = await world.as('admin');
});
afterAll(async () => {
  await world.close();
  mail.close();
});

it.each([
  ['dispute.deadline', '/opslogisticsrecon/disputes?country=ID', '/opslogisticsrecon/disputes?country=ID'],
  // An event without a page of its own: the e-mail leads to Home, and the bell is open in the console anyway.
  ['right.changed', '/', null],
])('an e-mail about %s links to %s, and the bell to %s', async (event, mailed, inBell) => {
  mail.mails.length = 0;
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
  for (let tries = 0; tries < 20 && mail.mails.length === 0; tries++) await world.app.notifier.look();
  const sent = plainMail(mail.mails[0] ?? '');
  expect(sent).toContain(`\r\n\r\nhttp://localhost${mailed}\r\n`);
  expect(sent).toContain(`<p><a href="http://localhost${mailed}">http://localhost${mailed}</a></p>`);
  const { list } = await admin.data<Notifications>('/v2/ops/notifications');
  expect(list.find(({ subject }) => subject === event)?.page).toBe(inBell);
});
