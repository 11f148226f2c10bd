import { makeStyles, shorthands, tokens } from '@fluentui/react-components';
import { useState, type ReactNode } from 'react';
import { InfoDialog } from '../InfoDialog.tsx';
import { DiscardQuestion } from './DiscardQuestion.tsx';
import { DraftNotes } from './DraftNotes.tsx';
import type { DraftState } from './useDraft.ts';

const useStyles = makeStyles({
  note: { marginBottom: tokens.spacingVerticalS },
  // A group without a frame, which disables all controls in it at once.
  controls: { ...shorthands.borderStyle('none'), ...shorthands.margin(0), ...shorthands.padding(0), minWidth: 0 },
});

interface EnteredDialogProps {
  title: string;
  children: ReactNode;
  /** Buttons placed before Close. */
  actions?: ReactNode;
  /** Whether the dialog is working, so that its draft cannot be discarded. */
  busy: boolean;
  /** Whether the input is being applied, so that its controls are disabled; defaults to false. */
  applying?: boolean;
  /** What was entered (`useEntered`). */
  entered: { draft: Omit<DraftState<never>, 'goOn'>; isEntered: boolean };
  onClose: () => void;
}

/**
 * A dialog that lays out its controls itself and keeps what is entered, like a form: it says if a draft was restored,
 * and asks before Close, Escape or Back discards anything. The owner ends the draft when it applies the input.
 */
export function EnteredDialog({
  title,
  children,
  actions,
  busy,
  applying = false,
  entered,
  onClose,
}: EnteredDialogProps) {
  const styles = useStyles();
  const { draft, isEntered } = entered;
  /** What to do once the person agrees to discard the input; null while no question is asked. */
  const [asking, setAsking] = useState<{ goOn?: () => void } | null>(null);
  const close = () => {
    draft.end();
    onClose();
  };
  const leave = (goOn?: () => void): boolean => {
    if (isEntered) setAsking(goOn ? { goOn } : {});
    else close();
    return isEntered;
  };
  return (
    <InfoDialog title={title} wide onClose={() => void leave()} onLeave={leave} actions={actions}>
      <DraftNotes draft={draft} disabled={busy} className={styles.note} />
      <fieldset className={styles.controls} disabled={applying}>
        {children}
      </fieldset>
      {asking && (
        <DiscardQuestion
          onDiscard={() => {
            close();
            asking.goOn?.();
          }}
          onKeep={() => setAsking(null)}
        />
      )}
    </InfoDialog>
  );
}
