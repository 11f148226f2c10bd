import { makeStyles, tokens } from '@fluentui/react-components';

/** The centered card for signing in or setting a password. */
export const useCardStyles = makeStyles({
  root: {
    boxSizing: 'border-box',
    display: 'grid',
    placeItems: 'center',
    minHeight: '100dvh',
    padding: tokens.spacingHorizontalL,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  card: {
    boxSizing: 'border-box',
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalL,
    width: 'min(400px, 100%)',
    padding: `${tokens.spacingVerticalXXXL} ${tokens.spacingHorizontalXXXL}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow8,
    '@media (max-width: 479px)': { padding: tokens.spacingHorizontalXXL },
  },
  title: { margin: 0 },
});
