import { makeStyles, tokens } from '@fluentui/react-components';

/**
 * Layout of the hint about a chosen channel, without its content: it reserves the space before the content is loaded.
 */
export const useHintRoom = makeStyles({
  root: {
    flex: '1 1 auto',
    // The content adapts to the available width.
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
