// @vitest-environment happy-dom
import { act, useLayoutEffect } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { defineCall } from '../../contract/call.ts';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import { ServerUnreachable } from '../actions/administer.ts';
import { useAdministration, type Administration } from './useAdministration.ts';

/** The calls made so far, which the test answers itself. */
const calls: { input: unknown; entity: string; answer: (data: string) => void; fail: (error?: Error) => void }[] = [];
let entity = 'ID';
let network = 'online';
vi.mock('./useSync.ts', () => ({ useSync: () => ({ client: null, entity }) }));
vi.mock('./useSyncStatus.ts', () => ({ useSyncStatus: () => ({ network }) }));
vi.mock('../actions/administer.ts', async original => ({
  ...(await original<typeof import('../actions/administer.ts')>()),
  administer: (_: unknown, of: string, __: unknown, input: unknown) =>
    new Promise((resolve, reject) =>
      calls.push({ input, entity: of, answer: resolve, fail: error => reject(error ?? new Error('no network')) }),
    ),
}));

const call = defineCall({
  id: 'test.list',
  method: 'GET',
  path: '/test',
  input: z.object({ id: z.optional(z.int()), q: z.optional(z.string()) }),
  output: z.string(),
  permission: 'signedIn',
  offline: 'network',
  summary: 'A list',
});

describe('data of an administration page', () => {
  const page = reactRoot();
  const drawn: Administration<string>[] = [];
  function Page({ input }: { input: { id?: number; q?: string } }) {
    const state = useAdministration(call, input);
    useLayoutEffect(() => void drawn.push(state), [state]);
    return null;
  }
  const shown = () => drawn.at(-1);
  const open = (input: { id?: number; q?: string }) => act(async () => page.root.render(<Page input={input} />));
  const answer = (data: string) => act(async () => calls.at(-1)?.answer(data));
  const fail = () => act(async () => calls.at(-1)?.fail());
  beforeEach(() => {
    calls.length = 0;
    entity = 'ID';
    network = 'online';
  });

  it('the previous rows stay visible while another part of the same list is loading', async () => {
    await open({ q: 'a' });
    await answer('rows of a');
    await open({ q: 'ab' });
    expect(shown()).toMatchObject({ data: 'rows of a', loading: true });
    await answer('rows of ab');
    expect(shown()).toMatchObject({ data: 'rows of ab', loading: false });
  });

  it('another record or another country never shows the data of the previous one', async () => {
    await open({ id: 1 });
    await answer('record 1');
    await open({ id: 2 });
    expect(shown()).toMatchObject({ data: null, loading: true });
    await fail();
    expect(shown()).toMatchObject({ data: null, problem: 'no network' });
    await open({ id: 1 });
    expect(shown()).toMatchObject({ data: null, problem: null });
    await answer('record 1');
    entity = 'MY';
    await open({ id: 1 });
    expect(shown()).toMatchObject({ data: null, loading: true });
    expect(calls.at(-1)?.entity).toBe('MY');
  });

  it('a call that did not reach the server is told apart from one that it refused', async () => {
    await open({ id: 3 });
    await fail();
    expect(shown()).toMatchObject({ problem: 'no network', unreachable: false });
    await act(async () => shown()?.reload());
    await act(async () => calls.at(-1)?.fail(new ServerUnreachable('gone')));
    expect(shown()).toMatchObject({ problem: 'gone', unreachable: true });
  });

  it('a failed call for other filters empties the list, and a failed reload keeps it (LIST-9)', async () => {
    await open({ q: 'a' });
    await answer('rows of a');
    await act(async () => shown()?.reload());
    await fail();
    expect(shown()).toMatchObject({ data: 'rows of a', problem: 'no network' });
    await open({ q: 'b' });
    await fail();
    expect(shown()).toMatchObject({ data: null, problem: 'no network' });
  });

  it('a call that did not reach the server is repeated once, as soon as the server is reached again', async () => {
    network = 'offline';
    await open({ id: 4 });
    await act(async () => calls.at(-1)?.fail(new ServerUnreachable('gone')));
    expect(calls).toHaveLength(1);
    network = 'online';
    await open({ id: 4 });
    expect(calls).toHaveLength(2);
    await act(async () => calls.at(-1)?.fail(new ServerUnreachable('gone')));
    await open({ id: 4 });
    expect(calls).toHaveLength(2);
    // What the server refused is not repeated.
    network = 'offline';
    await open({ id: 5 });
    await fail();
    network = 'online';
    await open({ id: 5 });
    expect(calls).toHaveLength(3);
  });
});
