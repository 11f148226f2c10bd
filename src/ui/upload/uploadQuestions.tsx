import { mergeClasses } from '@fluentui/react-components';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { ChangeGrid } from './ChangeGrid.tsx';
import { applyText, overwriteText } from './previewTexts.ts';
import { useUploadStyles } from './uploadStyles.ts';
import type { UploadEngine, UploadState } from './uploadTypes.ts';

interface ApplyQuestionProps {
  overwrite: { question: string } | null;
  question: string | null;
  state: UploadState;
  engine: UploadEngine;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks for confirmation before an import is applied, and lists what it overwrites or changes. */
export function ApplyQuestion({ overwrite, question, state, engine, onConfirm, onCancel }: ApplyQuestionProps) {
  const upload = useUploadStyles();
  const does = state.check && applyText(state.check, state.compare);
  return (
    <>
      {overwrite && (
        <ConfirmDialog title={overwrite.question} focus="cancel" onConfirm={onConfirm} onCancel={onCancel}>
          {overwriteText(state.compare)}
        </ConfirmDialog>
      )}
      {question !== null && (
        <ConfirmDialog title={question} size="form" onConfirm={onConfirm} onCancel={onCancel}>
          <p className={mergeClasses(upload.quiet, upload.above)}>
            {does ?? 'The rows could not be compared on this device; the server will compare them.'}
          </p>
          {state.compare && state.compare.counts.changed > 0 && (
            <ChangeGrid
              engine={engine}
              change="changed"
              label="What changes"
              total={state.compare.counts.changed}
              revision={state.revision}
              named={state.files.length > 1}
            />
          )}
        </ConfirmDialog>
      )}
    </>
  );
}

interface DiscardQuestionProps {
  /** Rows of the files have been corrected here. */
  corrected: boolean;
  onConfirm: () => Promise<void>;
  onCancel: () => void;
}

/** Asks for confirmation before a started import is discarded. */
export const DiscardQuestion = ({ corrected, onConfirm, onCancel }: DiscardQuestionProps) => (
  <ConfirmDialog
    title={corrected ? 'Discard your corrections?' : 'Discard this import?'}
    confirmLabel="Discard"
    destructive
    cancelLabel="Keep editing"
    focus="cancel"
    onConfirm={onConfirm}
    onCancel={onCancel}
  >
    {corrected ? 'The files and your corrections have not been imported.' : 'The chosen files have not been imported.'}
  </ConfirmDialog>
);
