import { setHomeLayout } from '../../contract/home.ts';
import type { Country } from '../../domain/country.ts';
import { readLayout, STANDARD_LAYOUT, type HomeLayout } from '../../domain/homeTiles.ts';
import type { SyncClient } from '../client/client.ts';

/** The layout of Home known to this device; `unsent` if the server does not have it yet. */
export interface KeptLayout {
  layout: HomeLayout;
  unsent: boolean;
}

const keyOf = (userId: number): string => `ops-home/${userId}`;

export function readKept(userId: number): KeptLayout {
  try {
    const { layout, unsent } = (JSON.parse(localStorage.getItem(keyOf(userId)) ?? '{}') ?? {}) as Record<
      string,
      unknown
    >;
    return { layout: readLayout(layout), unsent: unsent === true };
  } catch {
    return { layout: STANDARD_LAYOUT, unsent: false };
  }
}

export function storeKept(userId: number, kept: KeptLayout): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(kept));
  } catch {
    // If storage is full or blocked, the layout lasts only until the page is closed.
  }
}

/** One write at a time: the server must not handle an earlier one last. */
let writing: Promise<unknown> = Promise.resolve();

type Sender = Pick<SyncClient, 'transport' | 'userId'>;

/**
 * Sends a layout after those that are being sent.
 * @param isOver whether a later layout has replaced it meanwhile
 * @returns whether the server has it
 */
export function sendLayout(
  { transport }: Sender,
  entity: Country,
  { order, hidden }: HomeLayout,
  isOver: () => boolean,
): Promise<boolean> {
  const sent = writing.then(async () => {
    if (isOver()) return false;
    const { kind } = await transport.call(setHomeLayout, { order: [...order], hidden: [...hidden] }, { entity });
    return kind === 'ok';
  });
  writing = sent;
  return sent;
}

/** Sends the layout that was changed offline, if there is one, from a page other than Home. */
export async function sendUnsentLayout(client: Sender, entity: Country): Promise<void> {
  const { layout, unsent } = readKept(client.userId);
  const isOver = (): boolean => {
    const now = readKept(client.userId);
    return !now.unsent || JSON.stringify(now.layout) !== JSON.stringify(layout);
  };
  if (!unsent || !(await sendLayout(client, entity, layout, isOver)) || isOver()) return;
  storeKept(client.userId, { layout, unsent: false });
}
