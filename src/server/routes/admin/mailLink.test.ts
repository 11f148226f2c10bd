import { afterAll, beforeAll, expect, it } from 'vitest';
import { plainMail, startMailServer, type MailServer } from '../../../../tests/support/mailServer.ts';
import { createWorld, type Caller, type World } from '../../../../tests/support/serverFixture.ts';
import type { CallOutput } from '../../../contract/call.ts';
import type { createUser, importUsers } from '../../../contract/admin.ts';

type Made = CallOutput<typeof createUser>;

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

const linkIn = (text: string | undefined): string =>
  /http:\/\/localhost\/password\?token=([\w-]+)/.exec(plainMail(text ?? ''))?.[1] ?? '';
const user = (email: string) => ({ email, name: 'Ana <b>', privilege: 2, entityIds: [1], roleIds: [] });

it('with a mail server, a password link is sent to the user instead of being shown, and works once', async () => {
  const made = await admin.data<Made>('/opa/users', { body: user('ana@x.example') });
  expect([made.passwordLink, made.mailProblem]).toEqual([null, undefined]);
  expect(mail.mails).toHaveLength(1);
  expect(mail.mails[0]).toMatch(/^To: ana@x\.example/im);
  expect(plainMail(mail.mails[0] ?? '')).toContain('Hello Ana &lt;b&gt;');
  const set = () =>
    world.anonymous.call('/v2/ops/password', {
      body: { token: linkIn(mail.mails[0]), password: 'four quiet words here' },
    });
  expect((await set()).status).toBe(200);
  expect((await set()).status).toBe(410);
  const again = await admin.data<Made>('/v2/ops/users/password-link', { body: { id: 'ana@x.example' } });
  expect(again.passwordLink).toBeNull();
  expect(linkIn(mail.mails[1])).not.toBe(linkIn(mail.mails[0]));
});

it('if the mail server refuses the message, the link is shown, with the reason', async () => {
  mail.refuses = true;
  const made = await admin.data<Made>('/opa/users', { body: user('bo@x.example') });
  mail.refuses = false;
  expect(made.passwordLink).toMatch(/^\/password\?token=/);
  expect(made.mailProblem).toContain('did not accept the message to bo@x.example');
});

it('imported users get their links by e-mail, and a preview sends nothing', async () => {
  const before = mail.mails.length;
  const users = ['c1', 'c2'].map(name => ({ email: `${name}@x.example`, name, privilege: 2, entities: ['ID'] }));
  const run = (preview: boolean) =>
    admin.data<CallOutput<typeof importUsers>>('/opa/import/users', { method: 'PUT', body: { users, preview } });
  await run(true);
  expect(mail.mails).toHaveLength(before);
  const { rows } = await run(false);
  expect(rows.map(({ passwordLink, message }) => [passwordLink, message])).toEqual([
    [null, 'The password link was sent by e-mail.'],
    [null, 'The password link was sent by e-mail.'],
  ]);
  expect(mail.mails).toHaveLength(before + 2);
});
