import type { ReactElement, ReactNode } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: tokens.spacingVerticalS,
    padding: `${tokens.spacingVerticalXXXL} ${tokens.spacingHorizontalXXL}`,
    textAlign: 'center',
    color: tokens.colorNeutralForeground2,
  },
  icon: { fontSize: tokens.fontSizeHero900, lineHeight: 1, color: tokens.colorNeutralForeground3 },
  title: {
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  hint: { maxWidth: '52ch', color: tokens.colorNeutralForeground3 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, marginTop: tokens.spacingVerticalS },
});

interface EmptyStateProps {
  icon?: ReactElement;
  title: string;
  hint?: ReactNode;
  /** Buttons for the next step. */
  children?: ReactNode;
  /** Whether this is an error, which screen readers announce immediately. */
  urgent?: boolean;
}

/** Explains why there is nothing to show, and offers the next step. */
export function EmptyState({ icon, title, hint, children, urgent = false }: EmptyStateProps) {
  const styles = useStyles();
  return (
    <div className={styles.root} role={urgent ? 'alert' : 'status'}>
      {icon && (
        <span className={styles.icon} aria-hidden>
          {icon}
        </span>
      )}
      <span className={styles.title}>{title}</span>
      {hint !== undefined && <span className={styles.hint}>{hint}</span>}
      {children !== undefined && children !== false && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
