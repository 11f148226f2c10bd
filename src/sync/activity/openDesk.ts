import type { DeskDeps } from './desk.ts';

/** The desk as the engine holds it. */
export interface DeskHandle {
  networkUp(): void;
  /** The server says which console it serves (VER-4). */
  released(time: number): void;
  close(): Promise<void>;
}
export type OpenDesk = (deps: DeskDeps) => DeskHandle;

/** The first list has the network and the processor to itself. */
const LATER = 3000;

/** Opens the desk, code and all, a while after the engine took the lead. */
export const openDeskLater: OpenDesk = deps => {
  let closed = false;
  let opened: Promise<DeskHandle | null> = Promise.resolve(null);
  const cancel = deps.env.clock.after(LATER, () => {
    opened = import('./desk.ts').then(
      ({ Desk }) => (closed ? null : new Desk(deps)),
      // Its code is gone from the server: a newer build's engine takes over soon.
      () => null,
    );
  });
  return {
    networkUp: () => void opened.then(desk => desk?.networkUp()),
    released: time => void opened.then(desk => desk?.released(time)),
    async close() {
      closed = true;
      cancel();
      await (await opened)?.close();
    },
  };
};
