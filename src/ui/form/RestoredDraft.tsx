import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { DraftState } from './useDraft.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    color: tokens.colorNeutralForeground2,
  },
  text: { minWidth: 0, overflowWrap: 'anywhere' },
  outdated: { display: 'block', color: tokens.colorStatusWarningForeground1 },
});

interface RestoredDraftProps {
  draft: Pick<DraftState<never>, 'restored' | 'outdated' | 'startAfresh'>;
  /** The label of a field; without it, no field is named. */
  labelOf?: ((key: string) => string) | undefined;
  disabled: boolean;
  className?: string | undefined;
}

/** What a person has to know if the record was changed after they had typed: applying the draft would undo that. */
function outdatedText(outdated: readonly string[], labelOf: RestoredDraftProps['labelOf']): string {
  const where = labelOf ? ` (${outdated.map(labelOf).join(', ')})` : '';
  return `Since you typed it, the record was changed in the same place${where}. Applying the draft would undo that: check it, or discard the draft to see the current values.`;
}

/** Says that a form's draft was restored, and lets the person discard it. */
export function RestoredDraft({ draft, labelOf, disabled, className }: RestoredDraftProps) {
  const styles = useStyles();
  if (!draft.restored) return null;
  const { outdated } = draft;
  return (
    <output className={mergeClasses(styles.root, className)}>
      <span className={styles.text}>
        Your draft was restored
        {outdated.length > 0 && <span className={styles.outdated}>{outdatedText(outdated, labelOf)}</span>}
      </span>
      <Button size="small" appearance="subtle" disabled={disabled} onClick={draft.startAfresh}>
        Discard draft
      </Button>
    </output>
  );
}
