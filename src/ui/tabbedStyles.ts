import { makeStyles, tokens } from '@fluentui/react-components';

/** A page with a title, tabs and a list that fills the remaining space. */
export const useTabbedStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    flex: '1 1 auto',
    height: '100%',
    minHeight: 0,
    gap: tokens.spacingVerticalXS,
    '@media (max-width: 639px)': { flex: '1 0 auto', height: 'auto' },
    '@media print': { display: 'block', height: 'auto' },
  },
});
