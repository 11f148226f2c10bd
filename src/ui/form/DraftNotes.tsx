import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { RestoredDraft } from './RestoredDraft.tsx';
import type { DraftState } from './useDraft.ts';

const useStyles = makeStyles({
  elsewhere: { display: 'block', color: tokens.colorNeutralForeground2 },
  unkept: { display: 'block', color: tokens.colorStatusWarningForeground1 },
});

interface DraftNotesProps {
  draft: Pick<DraftState<never>, 'elsewhere' | 'unkept' | 'restored' | 'outdated' | 'startAfresh'>;
  labelOf?: ((key: string) => string) | undefined;
  disabled: boolean;
  className?: string | undefined;
}

/**
 * What a person has to know about the draft of an open form: the form is open in another tab too, the browser cannot
 * save what is typed, or earlier input was restored.
 */
export function DraftNotes({ draft, labelOf, disabled, className }: DraftNotesProps) {
  const styles = useStyles();
  return (
    <>
      {draft.elsewhere && (
        <output className={mergeClasses(styles.elsewhere, className)}>
          This form is also open in another tab. What you typed there is not shown here.
        </output>
      )}
      {draft.unkept && (
        <output className={mergeClasses(styles.unkept, className)}>
          This browser could not save what you typed, so it will be lost when this page closes. Apply it, or free up
          disk space.
        </output>
      )}
      <RestoredDraft draft={draft} labelOf={labelOf} disabled={disabled} className={className} />
    </>
  );
}
