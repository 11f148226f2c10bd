import { useCallback, useRef, useState } from 'react';
import { errorText } from '../../domain/errorText.ts';

/** The work of a dialog: what is being done, why it failed, and a function that starts it. */
export interface LatestRun<Step> {
  /** What is being done; null if nothing is. */
  step: Step | null;
  /** Why the latest work failed; null if it did not. */
  problem: string | null;
  /**
   * Starts work. Work that was started before and is still running becomes outdated: its steps, its error and its end
   * are not shown. `show` displays a step; `isLatest` says whether the work is not outdated, so that its result counts.
   */
  run: (work: (show: (step: Step) => void, isLatest: () => boolean) => Promise<void>) => Promise<void>;
}

/** Runs the work of a dialog, in which a person may choose another file or layout before the previous one is read. */
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
