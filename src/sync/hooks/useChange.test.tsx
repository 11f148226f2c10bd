// @vitest-environment happy-dom
import { act, useLayoutEffect } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteLayout } from '../../contract/reconOwn.ts';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import type { CallOptions } from '../network/transport.ts';
import type { Outcome } from '../types.ts';
import { useChange, type Change } from './useChange.ts';

let outcomes: Outcome<null>[] = [];
let sent: { input: unknown; key: string | undefined }[] = [];
let made = 0;
const client = {
  env: { uuid: () => `key ${(made += 1)}` },
  transport: {
    call: async (_: unknown, input: unknown, { idempotencyKey }: CallOptions) => {
      sent.push({ input, key: idempotencyKey });
      return outcomes.shift();
    },
  },
};
let entity = 'ID';
vi.mock('./useSync.ts', () => ({ useSync: () => ({ client, entity }) }));

describe('changes that are never queued (OB3)', () => {
  const page = reactRoot();
  const drawn: Change[] = [];
  function Page() {
    const change = useChange();
    useLayoutEffect(() => void drawn.push(change), [change]);
    return null;
  }
  const send: Change = (call, input) => (drawn.at(-1) as Change)(call, input);
  beforeEach(async () => {
    [outcomes, sent, made, entity] = [[], [], 0, 'ID'];
    await act(async () => page.root.render(<Page />));
  });
  const ok: Outcome<null> = { kind: 'ok', data: null };
  const lost: Outcome<null> = { kind: 'noNetwork', reason: 'unreachable' };
  const keysOf = async (ids: readonly number[], ...given: Outcome<null>[]) => {
    outcomes = given;
    for (const id of ids) await send(deleteLayout, { id }).catch(() => null);
    return sent.map(({ key }) => key);
  };

  it.each<[string, Outcome<null>]>([
    ['the connection is lost', lost],
    ['there is no reply in time', { kind: 'noNetwork', reason: 'timeout' }],
    ['the network responds', { kind: 'noNetwork', reason: 'notOurs' }],
    ['the server is busy', { kind: 'retryLater', status: 503, message: 'Busy.', afterMillis: null } as Outcome<null>],
  ])('the same change has the same key until its outcome is known (%s)', async (_, unknown) => {
    expect(await keysOf([1, 1, 1], unknown, unknown, ok)).toEqual(['key 1', 'key 1', 'key 1']);
  });

  it('a change that was made or refused has a new key the next time', async () => {
    const refused = { kind: 'refused', status: 409, message: 'No.', data: null } as unknown as Outcome<null>;
    expect(await keysOf([1, 1, 1], ok, refused, ok)).toEqual(['key 1', 'key 2', 'key 3']);
  });

  it('other inputs and other countries have other keys', async () => {
    await keysOf([1, 2], lost, lost);
    entity = 'MY';
    await act(async () => page.root.render(<Page />));
    expect(await keysOf([1], lost)).toEqual(['key 1', 'key 2', 'key 3']);
  });

  it('a lost reply is described as such, unless the network itself responded', async () => {
    outcomes = [lost, { kind: 'noNetwork', reason: 'notOurs' }];
    await expect(send(deleteLayout, { id: 1 })).rejects.toThrow(
      'The server cannot be reached. The server may have carried it out nevertheless. Try again here once the server can be reached: nothing is done twice.',
    );
    await expect(send(deleteLayout, { id: 1 })).rejects.toThrow(/^This network responded/);
  });
});
