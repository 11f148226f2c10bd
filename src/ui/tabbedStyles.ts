import { makeStyles, tokens } from '@fluentui/react-components';

/** A page with a title, tabs below it and a list that takes the room that is left. */
export const useTabbedStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    flex: '1 1 auto',
    height: '100%',
    minHeight: 0,
    gap: tokens.spacingVerticalS,
    '@media (max-width: 640px)': { flex: '1 0 auto', height: 'auto' },
    '@media print': { display: 'block', height: 'auto' },
  },
  tabs: {
    // The first tab's word stands under the title's first letter.
    flexShrink: 0,
    marginInlineStart: `calc(-1 * ${tokens.spacingHorizontalMNudge})`,
    '@media print': { display: 'none' },
  },
});
