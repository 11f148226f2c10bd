import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import { formatCount } from '../../../domain/format.ts';
import { useChannelPageStyles } from '../ChannelPage.tsx';
import { STEP, useCopyStyles } from './copyStyles.ts';
import { channels, planText, type CopyPlan } from './plan.ts';
import { TargetPreview } from './TargetPreview.tsx';

/** Number of previews shown initially. */
const PREVIEWS = 20;
/** Targets that need a decision are listed first. */
const ORDER = { forbidden: 0, busy: 1, changes: 2, equal: 3 } as const;

interface CopyPreviewProps {
  /** Null while nothing can be copied. */
  plan: CopyPlan | null;
  /** Whether any channel was chosen. */
  isEmpty: boolean;
  /** Called when the person wants to apply the copy. */
  onApply: () => void;
}

/** Shows what a copy changes in each channel. */
export function CopyPreview({ plan, isEmpty, onApply }: CopyPreviewProps) {
  const styles = useCopyStyles();
  const page = useChannelPageStyles();
  const [previews, setPreviews] = useState(PREVIEWS);
  const ordered = plan?.targets.toSorted((a, b) => ORDER[a.is] - ORDER[b.is]) ?? [];
  const changing = ordered.filter(({ is }) => is === 'changes').length;
  return (
    <section className={styles.part} aria-label="Preview">
      <h2 className={styles.heading}>Preview</h2>
      {isEmpty ? (
        <p className={page.note}>Choose target channels to preview what changes in each of them.</p>
      ) : (
        plan && (
          <>
            <p className={page.text} aria-live="polite">
              {planText(plan)}
            </p>
            <div className={styles.end}>
              <Button appearance="primary" disabledFocusable={changing === 0} onClick={() => changing > 0 && onApply()}>
                {changing === 0 ? 'Nothing to copy' : `Copy to ${channels(changing)}`}
              </Button>
              <span className={page.note}>Logged as one change; you can undo it.</span>
            </div>
            <div className={styles.end}>
              <div className={styles.column} style={{ gap: 0, flexGrow: 1 }}>
                {ordered.slice(0, previews).map(target => (
                  <TargetPreview key={target.key} plan={target} />
                ))}
              </div>
            </div>
            {ordered.length > previews && (
              <Button size="small" onClick={() => setPreviews(previews + STEP)}>
                {`Show more of ${formatCount(ordered.length)}`}
              </Button>
            )}
          </>
        )
      )}
    </section>
  );
}
