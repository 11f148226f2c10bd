import { useCallback, useRef, useState } from 'react';
import { errorText } from '../../domain/errorText.ts';

/** A dialog's current task: its step, the reason why it failed, and a function that starts a task. */
export interface LatestRun<Step> {
  /** The current step; null if no task is running. */
  step: Step | null;
  /** Why the latest task failed; null if it did not. */
  problem: string | null;
  /**
   * Starts a task. A task that was started before and is still running becomes outdated: its steps, its error and its
   * end are not shown. `show` displays a step; `isLatest` returns false once the task is outdated, so that its result
   * is ignored.
   */
  run: (work: (show: (step: Step) => void, isLatest: () => boolean) => Promise<void>) => Promise<void>;
}

/**
 * Runs the tasks of a dialog in which a person may choose another file or layout before the previous one has been read.
 */
export function useLatestRun<Step>(): LatestRun<Step> {
  const turn = useRef(0);
  const [step, setStep] = useState<Step | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const run = useCallback<LatestRun<Step>['run']>(async work => {
    const mine = (turn.current += 1);
    const isLatest = () => turn.current === mine;
    setProblem(null);
    try {
      await work(own => isLatest() && setStep(own), isLatest);
    } catch (error) {
      if (isLatest()) setProblem(errorText(error));
    } finally {
      if (isLatest()) setStep(null);
    }
  }, []);
  return { step, problem, run };
}
