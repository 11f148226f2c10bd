import { makeStyles, tokens } from '@fluentui/react-components';

/**
 * The layout of the hint about a selected channel, without its content; reserves the space until the content has
 * loaded.
 */
export const useHintRoom = makeStyles({
  root: {
    flex: '1 1 auto',
    // The content adapts to the available width.
    containerName: 'hint',
    containerType: 'inline-size',
    // Room for the short values of both checks next to the switch.
    '@media (min-width: 640px) and (max-width: 1199px)': { minWidth: '200px' },
    minWidth: 0,
    minHeight: '32px',
    '@media (max-width: 639px)': { minHeight: '40px' },
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalS,
    color: tokens.colorNeutralForeground2,
  },
});

/** Placeholder for the hint while it loads, so that the list below does not shift. */
export function ChannelHintRoom() {
  return <div className={useHintRoom().root} aria-hidden />;
}
