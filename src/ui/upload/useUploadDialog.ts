import { useEffect, useRef, useState } from 'react';
import { failureText } from '../form/failureText.ts';
import { useFocusReturn } from '../useFocusReturn.ts';
import { useLeaveGuard } from '../useLeaveGuard.ts';
import { takeFiles, type Taken } from './takeFiles.ts';
import type { UploadDialogProps } from './uploadTypes.ts';
import { canApply, changesAny, whyNot } from './uploadState.ts';
import { useDropGuard } from './useDropGuard.ts';
import { FOCUSED_FIRST, useFocusKept } from './useFocusKept.ts';

const NO_RESULT: Omit<Taken<File>, 'take'> = { warning: null, error: null, left: [] };

/** The person's actions in an import dialog, the questions being asked, and the focus position. */
export function useUploadDialog(props: UploadDialogProps) {
  const { state, engine, submission, multiple } = props;
  const { files } = state;
  useFocusReturn();
  useDropGuard();
  const [result, setResult] = useState<Omit<Taken<File>, 'take'>>(NO_RESULT);
  const [preparing, setPreparing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // The action to take once the person agrees to discard the import.
  const [asking, setAsking] = useState<{ goOn?: () => void } | null>(null);
  const [confirming, setConfirming] = useState(false);
  const moving = submission?.state === 'sending' || submission?.state === 'applying';
  const busy = preparing || moving;
  // Once every row is valid, the comparison replaces the list of errors.
  const changing = state.busy === 'checking' || (state.busy === 'comparing' && state.check?.wrongRows === 0);
  const surface = useFocusKept(busy || changing);
  const refused = canApply(state) ? whyNot(state) : null;
  const applyButton = useRef<HTMLButtonElement>(null);
  const justChose = useRef(false);
  const ready = canApply(state) && refused === null && state.busy === null && !busy;
  useEffect(() => {
    // After the person has selected a valid file, focus moves to Apply, unless it is elsewhere in the dialog.
    const here = document.activeElement;
    if (!ready || !justChose.current || (here !== surface.current && !here?.matches(FOCUSED_FIRST))) return;
    applyButton.current?.focus();
    justChose.current = false;
  }, [ready, surface]);

  const run = async (work: () => Promise<void>) => {
    setPreparing(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      // UPLOAD-18
      setFailure(failureText(error));
    } finally {
      setPreparing(false);
    }
  };
  useLeaveGuard(goOn => {
    if (preparing) return true;
    if (moving) props.onBackground();
    else if (files.length > 0) setAsking({ goOn });
    else props.onClose();
    return !moving && files.length > 0;
  });

  return {
    surface,
    applyButton,
    /** Why some or all of the selected files were rejected. */
    result,
    busy,
    /** Whether the server has received the import or is currently receiving it. */
    moving,
    /** Why the import cannot be applied in its current state. */
    refused,
    problem: failure ?? refused,
    /** Whether the person is working elsewhere in the dialog, so that the focus must not move to Apply. */
    stays: () => {
      justChose.current = false;
    },
    choose: (chosen: readonly File[]) => {
      const names = files.map(({ name }) => name);
      const { take, ...rest } = takeFiles(chosen, names, multiple);
      setResult(rest);
      justChose.current = take.length > 0;
      if (take.length > 0) void engine.add(take);
    },
    remove: (name: string) => {
      // Messages about the previous files no longer apply.
      setResult(NO_RESULT);
      void engine.remove(name);
    },
    apply: () => {
      if (refused !== null) return;
      if (props.overwrite || (props.question !== null && changesAny(state.compare))) setConfirming(true);
      else void run(props.onApply);
    },
    compareAgain: () => void run(props.onCompareAgain),
    leaveTheirs: () => void run(props.onLeave),
    /** Closes the dialog; asks for confirmation if corrections would be lost. */
    close: () => {
      if (busy) return;
      if (state.fixes > 0) setAsking({});
      else void engine.discard().then(props.onClose);
    },
    /** The question to ask before the import; null if no question is open. */
    confirm: confirming
      ? {
          onConfirm: () => {
            setConfirming(false);
            void run(props.onApply);
          },
          onCancel: () => setConfirming(false),
        }
      : null,
    /** The question to ask before the import is discarded; null if no question is open. */
    discard: asking && {
      onConfirm: async () => {
        await engine.discard();
        props.onClose();
        asking.goOn?.();
      },
      onCancel: () => setAsking(null),
    },
  };
}

export type UploadDoing = ReturnType<typeof useUploadDialog>;
