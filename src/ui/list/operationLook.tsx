import type { ReactElement } from 'react';
import { makeStyles } from '@fluentui/react-components';

/** How a list's operations look. */
export const useOperationStyles = makeStyles({
  button: { flexShrink: 0, '@media (max-width: 639px)': { minHeight: '40px' } },
  iconic: { '@media (max-width: 899px)': { minWidth: '40px', paddingInlineStart: 0, paddingInlineEnd: 0 } },
  // The icons alone, where the words would take a second line; what is hidden is still the button's name.
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

/** A button's word; narrow windows show its icon alone. */
export function Word({ icon, label }: { icon?: ReactElement; label: string }) {
  const { word } = useOperationStyles();
  return icon ? <span className={word}>{label}</span> : label;
}
