import { useState } from 'react';
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { lazyPart } from './lazyPart.tsx';
import { Tag } from './Tag.tsx';

const InfoDialog = lazyPart(() => import('./InfoDialog.tsx').then(module => module.InfoDialog));

const SHOWN = 4;

const useStyles = makeStyles({
  root: { display: 'inline-flex', flexWrap: 'nowrap', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  wraps: { flexWrap: 'wrap' },
  all: { margin: 0, paddingInlineStart: tokens.spacingHorizontalXL, lineHeight: tokens.lineHeightBase400 },
});

/**
 * Shows the first four items as tags; if there are more, "+N More" opens all of them as "Full Data" (LIST-15, G32).
 * `wraps` allows several lines, for forms; the row of a list always takes one.
 */
export function TagList({ items, wraps = false }: { items: readonly string[]; wraps?: boolean }) {
  const styles = useStyles();
  const [open, setOpen] = useState(false);
  const rest = items.length - SHOWN;
  return (
    <span className={mergeClasses(styles.root, wraps && styles.wraps)}>
      {items.slice(0, SHOWN).map((item, index) => (
        <Tag key={`${index}:${item}`}>{item}</Tag>
      ))}
      {rest > 0 && (
        <Button appearance="transparent" size="small" onClick={() => setOpen(true)}>{`+${rest} More`}</Button>
      )}
      {open && (
        <InfoDialog title="Full Data" onClose={() => setOpen(false)}>
          <ol className={styles.all}>
            {items.map((item, index) => (
              <li key={`${index}:${item}`}>{item}</li>
            ))}
          </ol>
        </InfoDialog>
      )}
    </span>
  );
}
