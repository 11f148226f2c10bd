import { expect, it } from 'vitest';
import { importUsers, listUsers, seeMenuAs, updateRole, updateUser } from '../../contract/admin.ts';
import { previewTemplate } from '../../contract/notify.ts';
import type { Transport } from '../network/transport.ts';
import type { Outcome } from '../types.ts';
import { administer } from './administer.ts';

const failing = (reason: Extract<Outcome, { kind: 'noNetwork' }>['reason']) => {
  const outcome: Outcome<never> = { kind: 'noNetwork', reason };
  return { transport: { call: async () => outcome } as unknown as Transport };
};

it.each(['unreachable', 'timeout'] as const)(
  'if the reply to a change is missing (%s), nobody is told that nothing was changed',
  async reason => {
    const change = administer(failing(reason), 'ID', updateUser, { email: 'a@ops.example', name: 'A' });
    await expect(change).rejects.toThrow(
      /The change may have been made nevertheless: check whether it was, and try again once the server can be reached\.$/,
    );
    await expect(change).rejects.not.toThrow('Nothing was changed');
    await expect(administer(failing(reason), 'ID', listUsers, {})).rejects.toThrow(
      /\. Try again once the server can be reached\.$/,
    );
  },
);

it('if the network itself responds, the change did not reach the server', async () => {
  const change = administer(failing('notOurs'), 'ID', updateUser, { email: 'a@ops.example', name: 'A' });
  await expect(change).rejects.toThrow('Nothing was changed; try again once the server can be reached.');
});

it('a preview changes nothing, so without a reply nobody is told to check whether it did', async () => {
  const none = failing('unreachable');
  const only = /\. Try again once the server can be reached\.$/;
  const preview = true;
  const made = 'The change may have been made';
  await expect(administer(none, 'ID', importUsers, { preview, users: [] })).rejects.toThrow(only);
  await expect(administer(none, 'ID', importUsers, { users: [] })).rejects.toThrow(made);
  await expect(administer(none, 'ID', updateRole, { id: 1, name: 'A', preview })).rejects.toThrow(only);
  await expect(administer(none, 'ID', updateRole, { id: 1, name: 'A' })).rejects.toThrow(made);
  await expect(administer(none, 'ID', seeMenuAs, { id: '1', country: 'ID' })).rejects.toThrow(only);
  const texts = { subject: 'A', body: 'B' };
  await expect(administer(none, 'ID', previewTemplate, { event: 'job.failed', texts })).rejects.toThrow(only);
});
