import { Text, makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  root: { display: 'grid', placeItems: 'center', minHeight: '100dvh', backgroundColor: tokens.colorNeutralBackground1 },
  // The sentence below is for sighted people; the heading names the page for screen readers.
  heading: { position: 'absolute', margin: 0, clipPath: 'inset(50%)' },
});

/** Replaces the whole console with a single message in the middle. */
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
