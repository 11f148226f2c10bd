import { useRef, type MouseEvent, type ReactNode, type Ref } from 'react';
import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  mergeClasses,
} from '@fluentui/react-components';
import { useDialogStyles } from './dialogStyles.ts';
import { useFocusInside } from './useFocusInside.ts';
import { useFocusReturn } from './useFocusReturn.ts';
import type { LeaveGuard } from './UiContext.ts';
import { useLeaveGuard } from './useLeaveGuard.ts';

interface InfoDialogProps {
  title: string;
  children: ReactNode;
  /** Additional buttons, placed before Close. */
  actions?: ReactNode;
  /** Uses the full width from the start, so that the dialog does not grow when its content loads. */
  wide?: boolean;
  onClose: () => void;
  /**
   * Called before the browser's Back button leaves the page, e.g. to ask for confirmation; by default, the dialog
   * closes.
   */
  onLeave?: LeaveGuard;
  /**
   * Closes only through the Close button, for content that nothing can show again: Escape, a click beside the dialog and
   * Back do nothing, and the browser asks before the page is reloaded or closed. Defaults to false.
   */
  held?: boolean;
}

/** A dialog that displays information and has no form. */
export function InfoDialog({
  title,
  children,
  actions,
  wide = false,
  onClose,
  onLeave,
  held = false,
}: InfoDialogProps) {
  const styles = useDialogStyles();
  useFocusReturn();
  const surface = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  // Otherwise, Escape would not reach the dialog after its focused button was disabled or removed.
  useFocusInside(surface, content);
  useLeaveGuard(
    leave => {
      if (held) return true;
      if (onLeave) return onLeave(leave);
      onClose();
      return false;
    },
    { unload: held },
  );
  return (
    <Dialog open onOpenChange={(_, data) => !data.open && !held && onClose()} surfaceMotion={null}>
      <DialogSurface
        ref={surface as Ref<never>}
        className={mergeClasses(styles.info, wide && styles.wide)}
        backdropMotion={null}
        // Without focus in the dialog, a page that is replaced below it would take the focus and hide the dialog from
        // screen readers.
        {...(held ? { backdrop: { onMouseDown: (event: MouseEvent) => event.preventDefault() } } : {})}
      >
        <DialogBody>
          <DialogTitle>{title}</DialogTitle>
          {/* Long content gets the initial focus, so that it opens at the top and can be scrolled by keyboard. */}
          <DialogContent ref={content as Ref<never>} tabIndex={wide ? 0 : -1}>
            {children}
          </DialogContent>
          <DialogActions className={styles.actions}>
            {actions}
            {/* Close is the primary button only if there is no other action. */}
            <Button appearance={actions ? 'secondary' : 'primary'} onClick={onClose}>
              Close
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
