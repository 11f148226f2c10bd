import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useLayoutEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { useLeaveGuard } from '../../ui/useLeaveGuard.ts';

const useStyles = makeStyles({
  dialog: {
    boxSizing: 'border-box',
    padding: 0,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorTransparentStroke}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    boxShadow: tokens.shadow64,
    '::backdrop': { backgroundColor: tokens.colorBackgroundOverlay },
  },
});

interface NativeDialogProps {
  label: string;
  className: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A modal surface of the frame, built on the native dialog: focus stays inside, the page underneath is inert, Escape
 * and a click on the backdrop close it, and closing restores the previous focus.
 */
export function NativeDialog({ label, className, onClose, children }: NativeDialogProps) {
  const styles = useStyles();
  const ref = useRef<HTMLDialogElement>(null);
  // Closes the dialog before it is removed from the page, because code that watches for open dialogs would miss a later
  // close.
  useLayoutEffect(() => {
    const before = document.activeElement;
    const dialog = ref.current;
    dialog?.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  useLeaveGuard(() => {
    onClose();
    return false;
  });
  const onClick = (event: MouseEvent): void => {
    if (event.target === ref.current) onClose();
  };
  return (
    // Escape closes the dialog from the keyboard; the backdrop's click handler is only for the pointer.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      aria-label={label}
      className={mergeClasses(styles.dialog, className)}
      onClick={onClick}
      onCancel={event => {
        event.preventDefault();
        onClose();
      }}
    >
      {children}
    </dialog>
  );
}
