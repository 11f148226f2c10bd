import type { ParsedLocation, RouterHistory } from '@tanstack/react-router';
import type { LeaveGuard } from '../ui/UiContext.ts';

/** The router's own place of an entry in the history. */
const PLACE = '__TSR_index';

const placeOf = (state: ParsedLocation['state']): number => state[PLACE];

/** The end of the step that the browser takes next in its history. */
const nextStep = (): Promise<void> =>
  new Promise(resolve => {
    window.addEventListener('popstate', () => resolve(), { once: true });
  });

/**
 * Lets open dialogs hold back the browser's Back and Forward. What the program itself navigates to, such as the sign-in page
 * at the end of a session, is never held back: what was typed is kept as a draft then.
 */
export const leaveGuard =
  (history: Pick<RouterHistory, 'block' | 'go'>) =>
  (ask: LeaveGuard): (() => void) =>
    history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action, currentLocation, nextLocation }) => {
        if (action === 'PUSH' || action === 'REPLACE') return false;
        const steps = placeOf(nextLocation.state) - placeOf(currentLocation.state);
        let returned = Promise.resolve();
        const stays = ask(() => void returned.then(() => history.go(steps, { ignoreBlocker: true })));
        // The history steps back to the entry it came from. The browser drops a step that is requested before that one ends.
        if (stays) returned = nextStep();
        return stays;
      },
    });
