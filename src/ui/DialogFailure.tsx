import { ErrorCircleFilled } from '@fluentui/react-icons';
import { useDialogStyles } from './dialogStyles.ts';

const show = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });

/**
 * Why the action of a dialog failed, at the end of its content. It scrolls itself into view, because the end of a long
 * form is below the visible part.
 */
export function DialogFailure({ text }: { text: string }) {
  const styles = useDialogStyles();
  return (
    <div key={text} ref={show} className={styles.error} role="alert">
      <ErrorCircleFilled aria-hidden />
      {text}
    </div>
  );
}
