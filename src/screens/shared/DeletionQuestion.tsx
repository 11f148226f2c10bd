import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useUi } from '../../ui/UiContext.ts';

interface DeletionQuestionProps {
  title: string;
  /** What the notice says once it is deleted. */
  done: string;
  /** A rejection is shown and keeps the question open. */
  deletion: () => Promise<unknown>;
  onDeleted: () => void;
  close: () => void;
  /** What follows from it. */
  children: ReactNode;
}

/** The question before the server deletes something at once. */
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
