import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { DraftState } from './useDraft.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    color: tokens.colorNeutralForeground2,
  },
});

interface RestoredDraftProps {
  draft: Pick<DraftState<never>, 'restored' | 'startAfresh'>;
  disabled: boolean;
  className?: string | undefined;
}

/** Says that a form's draft was restored, and lets the person discard it. */
export function RestoredDraft({ draft, disabled, className }: RestoredDraftProps) {
  const styles = useStyles();
  if (!draft.restored) return null;
  return (
    <output className={mergeClasses(styles.root, className)}>
      Your draft was restored
      <Button size="small" appearance="subtle" disabled={disabled} onClick={draft.startAfresh}>
        Discard draft
      </Button>
    </output>
  );
}
