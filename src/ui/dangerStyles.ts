import { makeStyles, tokens } from '@fluentui/react-components';

/** Styles for actions that are hard to undo. */
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
  /** A button next to others, which opens the confirmation. */
  text: { color: tokens.colorStatusDangerForeground1 },
});
