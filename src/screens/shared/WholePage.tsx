import { Text, makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  root: { display: 'grid', placeItems: 'center', minHeight: '100dvh', backgroundColor: tokens.colorNeutralBackground1 },
  // The sentence below is for sighted people; for screen readers, the heading names the page.
  heading: { position: 'absolute', margin: 0, clipPath: 'inset(50%)' },
});

/** Replaces the entire console with a single centered message. */
export function WholePage({ heading, children }: { heading: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <main className={styles.root}>
      <div>
        <Text as="h1" block className={styles.heading}>
          {heading}
        </Text>
        {children}
      </div>
    </main>
  );
}
