import { useEffect, useRef } from 'react';
import { useUi, type GuardOptions, type LeaveGuard } from './UiContext.ts';

/**
 * Asks an open dialog before the browser's Back or Forward leaves the page underneath.
 *
 * @param onLeave returns whether the dialog stays open for now; it then calls `leave` once the person agrees. A dialog
 * that does not stay open closes itself
 */
export function useLeaveGuard(onLeave: LeaveGuard, { unload = false }: GuardOptions = {}): void {
  const { guardLeaving } = useUi();
  const latest = useRef(onLeave);
  useEffect(() => {
    latest.current = onLeave;
  });
  useEffect(() => guardLeaving?.(leave => latest.current(leave), { unload }), [guardLeaving, unload]);
}
