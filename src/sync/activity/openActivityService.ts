import type { ActivityServiceDeps } from './activityService.ts';

/** The activity service's interface for the engine. */
export interface ActivityServiceHandle {
  networkUp(): void;
  /** Called when the server reports which console release it serves (VER-4). */
  released(time: number): void;
  close(): Promise<void>;
}
export type OpenActivityService = (deps: ActivityServiceDeps) => ActivityServiceHandle;

/** Delay in milliseconds, which leaves the network and the CPU to the first list. */
const LATER = 3000;

/** Loads and opens the activity service some time after the engine has become the leader. */
export const openActivityServiceLater: OpenActivityService = deps => {
  let closed = false;
  let opened: Promise<ActivityServiceHandle | null> = Promise.resolve(null);
  const cancel = deps.env.clock.after(LATER, () => {
    opened = import('./activityService.ts').then(
      ({ ActivityService }) => (closed ? null : new ActivityService(deps)),
      // The server no longer has this build's code; a newer build's engine will take over soon.
      () => null,
    );
  });
  return {
    networkUp: () => void opened.then(service => service?.networkUp()),
    released: time => void opened.then(service => service?.released(time)),
    async close() {
      closed = true;
      cancel();
      await (await opened)?.close();
    },
  };
};
