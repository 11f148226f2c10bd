import type { ReactElement } from 'react';
import { makeStyles, mergeClasses } from '@fluentui/react-components';

/** How a list's operations look. */
export const useOperationStyles = makeStyles({
  button: { flexShrink: 0, '@media (max-width: 639px)': { minHeight: '40px' } },
  iconic: { '@media (max-width: 899px)': { minWidth: '40px', paddingInlineStart: 0, paddingInlineEnd: 0 } },
  // Only the icons are visible if the words would take a second line; the hidden word remains the button's name.
  word: {
    '@media (max-width: 899px)': {
      position: 'absolute',
      width: '1px',
      height: '1px',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
      whiteSpace: 'nowrap',
    },
  },
  // For operations next to a hint, which needs the space for its own words.
  early: {
    '@media (max-width: 1439px)': {
      position: 'absolute',
      width: '1px',
      height: '1px',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
      whiteSpace: 'nowrap',
    },
  },
  earlyIcon: { '@media (max-width: 1439px)': { minWidth: '40px', paddingInlineStart: 0, paddingInlineEnd: 0 } },
  // A button and the menu that belongs to it.
  pair: { flexShrink: 0, display: 'inline-flex' },
  first: { borderStartEndRadius: 0, borderEndEndRadius: 0 },
  more: {
    minWidth: '24px',
    maxWidth: '24px',
    padding: 0,
    marginInlineStart: '-1px',
    borderStartStartRadius: 0,
    borderEndStartRadius: 0,
    '@media (max-width: 639px)': { minWidth: '40px', minHeight: '40px' },
  },
});

/** A button's word; a narrow window shows only its icon, and does so at a greater width next to a hint. */
export function Word({ icon, label, early = false }: { icon?: ReactElement; label: string; early?: boolean }) {
  const styles = useOperationStyles();
  return icon ? <span className={mergeClasses(styles.word, early && styles.early)}>{label}</span> : label;
}
