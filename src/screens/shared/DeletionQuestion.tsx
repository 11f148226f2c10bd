import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useUi } from '../../ui/UiContext.ts';

interface DeletionQuestionProps {
  title: string;
  /** The text of the notice after the deletion. */
  done: string;
  /** If the promise rejects, the error is shown and the question stays open. */
  deletion: () => Promise<unknown>;
  onDeleted: () => void;
  close: () => void;
  /** The consequences of the deletion. */
  children: ReactNode;
}

/** Asks for confirmation before the server deletes something immediately. */
export function DeletionQuestion({ title, done, deletion, onDeleted, close, children }: DeletionQuestionProps) {
  const { notify } = useUi();
  return (
    <ConfirmDialog
      title={title}
      destructive
      focus="cancel"
      onCancel={close}
      onConfirm={async () => {
        await deletion();
        notify.success(done);
        close();
        onDeleted();
      }}
    >
      {children}
    </ConfirmDialog>
  );
}
