import { useState } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { lazyPart } from './lazyPart.tsx';
import { Tag } from './Tag.tsx';

const InfoDialog = lazyPart(() => import('./InfoDialog.tsx').then(module => module.InfoDialog));

const SHOWN = 4;

const useStyles = makeStyles({
  root: { display: 'inline-flex', flexWrap: 'nowrap', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  all: { margin: 0, paddingInlineStart: tokens.spacingHorizontalXL, lineHeight: tokens.lineHeightBase400 },
});

/** The first four items as tags; more than four end in "+N More", which lists them all as "Full Data" (LIST-15, G32). */
export function TagList({ items }: { items: readonly string[] }) {
  const styles = useStyles();
  const [open, setOpen] = useState(false);
  const rest = items.length - SHOWN;
  return (
    <span className={styles.root}>
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
