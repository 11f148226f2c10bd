import type { Ref } from 'react';
import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogSurface,
  DialogTitle,
  Spinner,
} from '@fluentui/react-components';
import { UploadContent } from './UploadContent.tsx';
import { ApplyQuestion, DiscardQuestion } from './uploadQuestions.tsx';
import { againLabel, canApply } from './uploadState.ts';
import { useUploadStyles } from './uploadStyles.ts';
import type { UploadDialogProps } from './uploadTypes.ts';
import { useUploadDialog } from './useUploadDialog.ts';

/**
 * The import dialog: files are selected, parsed, validated and compared before anything is uploaded; Apply then sends
 * them (UPLOAD-1 to UPLOAD-7). While any row is known to be invalid, Apply is disabled, and the dialog says why.
 */
export function UploadDialog(props: UploadDialogProps) {
  const { state, engine, submission, overwrite, question } = props;
  const upload = useUploadStyles();
  const doing = useUploadDialog(props);
  const { surface, applyButton, busy, refused } = doing;
  // The question is not shown until the comparison has determined what would be changed or lost.
  const comparing = (overwrite !== null || question !== null) && state.busy === 'comparing';
  const again = againLabel(state, submission);
  return (
    <Dialog open modalType="modal" onOpenChange={(_, data) => !data.open && doing.close()} surfaceMotion={null}>
      <DialogSurface
        ref={surface as Ref<never>}
        tabIndex={-1}
        className={upload.surface}
        backdropMotion={null}
        onKeyDownCapture={doing.stays}
        onPointerDownCapture={doing.stays}
      >
        <DialogBody className={upload.body}>
          <DialogTitle>{props.title}</DialogTitle>
          <UploadContent {...props} doing={doing} />
          <DialogActions className={upload.actions}>
            <Button
              ref={applyButton as Ref<never>}
              appearance="primary"
              disabled={busy || comparing || !canApply(state)}
              disabledFocusable={refused !== null}
              {...(refused === null ? {} : { title: refused })}
              {...(busy ? { icon: <Spinner size="tiny" /> } : {})}
              onClick={doing.apply}
            >
              Apply
            </Button>
            {doing.moving && <Button onClick={props.onBackground}>Continue in background</Button>}
            {again !== null && (
              <Button disabled={busy || state.busy !== null} onClick={doing.compareAgain}>
                {again}
              </Button>
            )}
            {submission?.state === 'review' && submission.total > 0 && (
              <Button disabled={busy} onClick={doing.leaveTheirs}>
                Keep theirs
              </Button>
            )}
            <Button disabled={busy} onClick={doing.close}>
              Cancel
            </Button>
          </DialogActions>
        </DialogBody>
        {doing.confirm && (
          <ApplyQuestion overwrite={overwrite} question={question} state={state} engine={engine} {...doing.confirm} />
        )}
        {doing.discard && <DiscardQuestion corrected={state.fixes > 0} {...doing.discard} />}
      </DialogSurface>
    </Dialog>
  );
}
