import { Text, makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  root: { display: 'grid', placeItems: 'center', minHeight: '100dvh', backgroundColor: tokens.colorNeutralBackground1 },
  // The sentence below is for people who see the page; the heading names the page for screen readers.
  heading: { position: 'absolute', margin: 0, clipPath: 'inset(50%)' },
});

/** A page in place of the whole console, with one message in its middle. */
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
