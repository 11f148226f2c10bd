import { makeStyles, mergeClasses, shorthands, tokens } from '@fluentui/react-components';
import {
  ArrowSyncRegular,
  CheckmarkCircleRegular,
  CloudOffRegular,
  PlugDisconnectedRegular,
  WarningRegular,
} from '@fluentui/react-icons';
import { Link } from '@tanstack/react-router';
import { useSyncStatus } from '../../sync/hooks/useSyncStatus.ts';
import { useMedia } from '../../ui/useMedia.ts';
import { focusRing } from './focusRing.ts';
import { PHONE } from './layout.ts';
import { pillText, type PillTone } from './pillText.ts';

/** A window 1280 pixels wide at 400% zoom: it has room for the text but not for the icon. */
const TINY = '@media (max-width: 359px)';
const HANDY = '@media (min-width: 360px) and (max-width: 639px)';

const useStyles = makeStyles({
  pill: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    height: '28px',
    padding: `0 ${tokens.spacingHorizontalM}`,
    border: `${tokens.strokeWidthThin} solid`,
    borderRadius: tokens.borderRadiusCircular,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightMedium,
    whiteSpace: 'nowrap',
    textDecorationLine: 'none',
    ':hover': { textDecorationLine: 'underline' },
    // On a phone a longer text takes two lines, so that the bar has room for the bell and the user menu.
    [PHONE]: {
      boxSizing: 'border-box',
      maxWidth: '100%',
      height: '40px',
      overflow: 'hidden',
      whiteSpace: 'normal',
    },
    // The two do not overlap, because style sheets with the same property in both would apply in no certain order.
    [HANDY]: { padding: `0 ${tokens.spacingHorizontalS}` },
    [TINY]: { padding: `0 ${tokens.spacingHorizontalXS}` },
    ...focusRing,
  },
  ok: {
    color: tokens.colorStatusSuccessForeground1,
    backgroundColor: tokens.colorStatusSuccessBackground1,
    ...shorthands.borderColor(tokens.colorStatusSuccessBorder1),
  },
  busy: {
    color: tokens.colorBrandForeground2,
    backgroundColor: tokens.colorBrandBackground2,
    ...shorthands.borderColor(tokens.colorBrandStroke2),
  },
  quiet: {
    color: tokens.colorNeutralForeground2,
    backgroundColor: tokens.colorNeutralBackground3,
    ...shorthands.borderColor(tokens.colorNeutralStroke1),
  },
  attention: {
    color: tokens.colorStatusWarningForeground1,
    backgroundColor: tokens.colorStatusWarningBackground1,
    ...shorthands.borderColor(tokens.colorStatusWarningBorder1),
  },
  icon: { flexShrink: 0, fontSize: tokens.fontSizeBase400, [TINY]: { display: 'none' } },
});

const LOOK = {
  ok: { style: 'ok', Icon: CheckmarkCircleRegular },
  busy: { style: 'busy', Icon: ArrowSyncRegular },
  offline: { style: 'quiet', Icon: CloudOffRegular },
  connecting: { style: 'quiet', Icon: PlugDisconnectedRegular },
  attention: { style: 'attention', Icon: WarningRegular },
} as const satisfies Record<PillTone, unknown>;

/**
 * Describes the state of the network and the queue in one sentence, never claiming more than is known; a click opens
 * the queue.
 */
export function SyncPill() {
  const styles = useStyles();
  const status = useSyncStatus();
  const narrow = useMedia('(max-width: 639px)');
  const { tone, text, short } = pillText(status);
  const { style, Icon } = LOOK[tone];
  return (
    <output aria-live="polite">
      <Link
        to="/queue"
        className={mergeClasses(styles.pill, styles[style])}
        title={narrow ? text : 'Open changes on this device'}
        {...(narrow ? { 'aria-label': text } : {})}
      >
        <Icon className={styles.icon} aria-hidden />
        {narrow ? short : text}
      </Link>
    </output>
  );
}
