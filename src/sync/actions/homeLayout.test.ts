import { beforeEach, expect, it, vi } from 'vitest';
import { STANDARD_LAYOUT } from '../../domain/homeTiles.ts';
import type { Transport } from '../network/transport.ts';
import { readKept, sendUnsentLayout, storeKept } from './homeLayout.ts';

const MINE = { ...STANDARD_LAYOUT, hidden: ['recon'] } as const;
const sent: unknown[] = [];
let meanwhile: () => void = () => undefined;
let kind = 'ok';
const client = {
  userId: 7,
  transport: {
    call: async (_call: object, input: unknown) => {
      sent.push(input);
      meanwhile();
      return { kind };
    },
  } as unknown as Transport,
};
const send = () => sendUnsentLayout(client, 'ID');

beforeEach(() => {
  sent.length = 0;
  kind = 'ok';
  meanwhile = () => undefined;
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});

it('a layout of Home that was changed offline is sent from another page, once', async () => {
  await send();
  expect(sent).toEqual([]);
  storeKept(7, { layout: MINE, unsent: true });
  await Promise.all([send(), send()]);
  expect(sent).toEqual([{ order: [], hidden: ['recon'] }]);
  expect(readKept(7)).toEqual({ layout: MINE, unsent: false });
});

it('a layout that the server did not get, or that was changed while it was sent, is sent again', async () => {
  storeKept(7, { layout: MINE, unsent: true });
  kind = 'noNetwork';
  await send();
  expect(readKept(7).unsent).toBe(true);
  kind = 'ok';
  meanwhile = () => storeKept(7, { layout: STANDARD_LAYOUT, unsent: true });
  await send();
  expect(readKept(7)).toEqual({ layout: STANDARD_LAYOUT, unsent: true });
});
