import type { ReactElement } from 'react';
import { makeStyles, mergeClasses } from '@fluentui/react-components';

/** The appearance of a list's operations. */
export const useOperationStyles = makeStyles({
  button: { flexShrink: 0, '@media (max-width: 639px)': { minHeight: '40px' } },
  iconic: { '@media (max-width: 899px)': { minWidth: '40px', paddingInlineStart: 0, paddingInlineEnd: 0 } },
  // Shows only the icons if the words would wrap to a second line; the hidden word is still the button's accessible
  // name.
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
  // For operations next to a hint, whose words need the space.
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
  // A button with its menu.
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

/** The word on a button; a narrow window shows only the icon, and next to a hint even a wider one does. */
export function Word({ icon, label, early = false }: { icon?: ReactElement; label: string; early?: boolean }) {
  const styles = useOperationStyles();
  return icon ? <span className={mergeClasses(styles.word, early && styles.early)}>{label}</span> : label;
}
