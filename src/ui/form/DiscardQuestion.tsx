import { ConfirmDialog } from '../ConfirmDialog.tsx';

interface DiscardQuestionProps {
  onDiscard: () => void;
  onKeep: () => void;
}

/** Asks whether to discard what was entered in a form or dialog that is about to be left. */
export function DiscardQuestion({ onDiscard, onKeep }: DiscardQuestionProps) {
  return (
    <ConfirmDialog
      title="Discard your changes?"
      confirmLabel="Discard"
      destructive
      cancelLabel="Keep editing"
      focus="cancel"
      onConfirm={onDiscard}
      onCancel={onKeep}
    >
      What you entered here has not been applied.
    </ConfirmDialog>
  );
}
