import { useLayoutEffect, useRef } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { CloudOffRegular } from '@fluentui/react-icons';

const useStyles = makeStyles({
  text: { display: 'flex', gap: tokens.spacingHorizontalM, alignItems: 'flex-start', margin: 0 },
  icon: { flexShrink: 0, fontSize: tokens.fontSizeBase600, color: tokens.colorStatusWarningForeground3 },
  dialog: {
    boxSizing: 'border-box',
    width: 'min(400px, calc(100vw - 24px))',
    padding: tokens.spacingHorizontalXXL,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorTransparentStroke}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    boxShadow: tokens.shadow64,
    '::backdrop': { backgroundColor: tokens.colorBackgroundOverlay },
  },
  buttons: {
    display: 'flex',
    justifyContent: 'flex-end',
    gap: tokens.spacingHorizontalS,
    marginTop: tokens.spacingVerticalL,
  },
  inline: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
});

interface PartMissingProps {
  text: string;
  /** Whether a retry is in progress. */
  trying: boolean;
  onRetry: () => void;
  /**
   * Undefined if the part is inline in the page, in which case the message takes its place instead of appearing in a
   * dialog.
   */
  onClose: (() => void) | undefined;
}

/**
 * Reports that a part of the console failed to load, with a Retry button. Uses the browser's native dialog, because the
 * shared dialog may be the part that failed to load.
 */
export function PartMissing({ text, trying, onRetry, onClose }: PartMissingProps) {
  const styles = useStyles();
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal?.();
    // Closing the dialog returns the focus to the element that requested the part.
    return () => dialog?.close?.();
  }, []);
  const words = (
    <p className={styles.text} role="alert">
      <CloudOffRegular className={styles.icon} aria-hidden />
      {text}
    </p>
  );
  const retry = (
    <Button appearance="primary" disabledFocusable={trying} onClick={onRetry}>
      {trying ? 'Trying ...' : 'Retry'}
    </Button>
  );
  if (!onClose)
    return (
      <div className={styles.inline}>
        {words}
        {retry}
      </div>
    );
  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      aria-label="This part could not be loaded"
      onCancel={event => {
        event.preventDefault();
        onClose();
      }}
    >
      {words}
      <div className={styles.buttons}>
        {retry}
        <Button onClick={onClose}>Close</Button>
      </div>
    </dialog>
  );
}
