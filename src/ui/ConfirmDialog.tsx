import { useEffect, useRef, useState, type ReactNode, type Ref } from 'react';
import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Spinner,
  mergeClasses,
  useMergedRefs,
} from '@fluentui/react-components';
import { useDangerStyles } from './dangerStyles.ts';
import { DialogFailure } from './DialogFailure.tsx';
import { useDialogStyles } from './dialogStyles.ts';
import { useFocusBack } from './useFocusBack.ts';
import { useFocusReturn } from './useFocusReturn.ts';
import { useLeaveGuard } from './useLeaveGuard.ts';
import { failureText } from './form/failureText.ts';

interface ConfirmDialogProps {
  /** The question to ask. */
  title: string;
  /** The subject of the question and the consequences of confirming. */
  children?: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  /** Whether the action is hard to undo, which the button's appearance indicates. */
  destructive?: boolean;
  /** The button that gets the initial focus: Cancel for actions that are hard to undo (SAL-19). */
  focus?: 'confirm' | 'cancel';
  /** form: as wide as a form, for questions that contain a table. */
  size?: 'form' | undefined;
  /** While the promise is pending, the dialog stays open; if it rejects, the dialog shows the reason. */
  onConfirm: () => void | Promise<void>;
  onCancel: () => void;
}

const takeFocus = (button: HTMLButtonElement | null): void => button?.focus();

/** A question in a 400px dialog with "Confirm" and "Cancel" (FORM-10). Escape or a click outside the dialog cancels. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { focus = 'confirm', onConfirm, onCancel } = props;
  const styles = useDialogStyles();
  const danger = useDangerStyles();
  useFocusReturn();
  const confirm = useRef<HTMLButtonElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  useFocusBack(busy, confirm);
  const [failure, setFailure] = useState<string | null>(null);

  useLeaveGuard(() => {
    if (!busy) onCancel();
    return busy;
  });

  // Moves the focus as soon as the dialog is in the document: a question that follows a lookup is painted before its
  // effects run, and a key could be pressed in between. Moves it again after Fluent has focused the first button.
  const confirmRef = useMergedRefs(confirm, focus === 'confirm' ? takeFocus : null);
  const cancelRef = useMergedRefs(cancel, focus === 'cancel' ? takeFocus : null);
  useEffect(() => (focus === 'cancel' ? cancel : confirm).current?.focus(), [focus]);

  const run = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await onConfirm();
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog open modalType="alert" onOpenChange={(_, data) => !data.open && !busy && onCancel()} surfaceMotion={null}>
      {/* Dims even a dialog underneath, because in the dark theme both surfaces have the same color. */}
      <DialogSurface
        className={props.size === 'form' ? styles.form : styles.confirm}
        backdropMotion={null}
        backdrop={{ appearance: 'dimmed' }}
      >
        <DialogBody>
          <DialogTitle>{props.title}</DialogTitle>
          <DialogContent>
            {props.children}
            {failure !== null && <DialogFailure text={failure} />}
          </DialogContent>
          <DialogActions className={styles.actions}>
            <Button
              ref={confirmRef as Ref<never>}
              className={mergeClasses(styles.button, props.destructive === true && danger.button)}
              appearance="primary"
              disabled={busy}
              {...(busy ? { icon: <Spinner size="tiny" /> } : {})}
              onClick={() => void run()}
            >
              {props.confirmLabel ?? 'Confirm'}
            </Button>
            <Button ref={cancelRef as Ref<never>} className={styles.button} disabled={busy} onClick={onCancel}>
              {props.cancelLabel ?? 'Cancel'}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
