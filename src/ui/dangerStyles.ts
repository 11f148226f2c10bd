import { makeStyles, tokens } from '@fluentui/react-components';

/** The looks of what cannot be undone lightly. */
export const useDangerStyles = makeStyles({
  button: {
    color: tokens.colorNeutralForegroundStaticInverted,
    backgroundColor: tokens.colorStatusDangerBackground3,
    ':hover': {
      color: tokens.colorNeutralForegroundStaticInverted,
      backgroundColor: tokens.colorStatusDangerBackground3Hover,
    },
    ':hover:active': {
      color: tokens.colorNeutralForegroundStaticInverted,
      backgroundColor: tokens.colorStatusDangerBackground3Pressed,
    },
  },
  /** A button next to others that opens the question. */
  text: { color: tokens.colorStatusDangerForeground1 },
});
