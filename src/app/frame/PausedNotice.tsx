import { usePausedNotice } from './usePausedNotice.ts';

/** The notice about paused writes. Loaded after the page, whose first paint does not need it. */
export function PausedNotice() {
  usePausedNotice();
  return null;
}
