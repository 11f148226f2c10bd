import { makeStyles, tokens } from '@fluentui/react-components';

/** The look of the hint of a chosen channel, apart from what it says: the room is there before that is loaded. */
export const useHintRoom = makeStyles({
  root: {
    flex: '1 1 auto',
    // What it says goes by the room that there is.
    containerName: 'hint',
    containerType: 'inline-size',
    minWidth: 0,
    minHeight: '32px',
    '@media (max-width: 639px)': { minHeight: '40px' },
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalS,
    color: tokens.colorNeutralForeground2,
  },
});

/** Placeholder for the hint while it is loading, so that the list below does not move. */
export function ChannelHintRoom() {
  return <div className={useHintRoom().root} aria-hidden />;
}
