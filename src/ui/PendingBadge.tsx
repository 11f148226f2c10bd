import { makeStyles, mergeClasses, shorthands, tokens } from '@fluentui/react-components';
import { ArrowSyncRegular, BranchForkRegular, ClockRegular, ErrorCircleFilled } from '@fluentui/react-icons';
import { Described } from './Described.tsx';
import type { RowMark } from '../contract/listData.ts';
import { markLabel, markText } from './rowMark.ts';

const useStyles = makeStyles({
  root: {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXXS,
    padding: `0 ${tokens.spacingHorizontalXS}`,
    height: '20px',
    border: `${tokens.strokeWidthThin} solid`,
    borderRadius: tokens.borderRadiusMedium,
    fontFamily: tokens.fontFamilyBase,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    whiteSpace: 'nowrap',
  },
  button: {
    cursor: 'pointer',
    // Enlarges the touch target.
    '@media (max-width: 639px)': { '::after': { content: '""', position: 'absolute', inset: '-10px 0' } },
  },
  narrow: { width: '24px', justifyContent: 'center', overflow: 'hidden' },
  // Not visible, but read by screen readers and found by the browser's page search.
  unseen: { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
  queued: {
    color: tokens.colorStatusWarningForeground1,
    backgroundColor: tokens.colorStatusWarningBackground1,
    ...shorthands.borderColor(tokens.colorStatusWarningBorder1),
  },
  sending: {
    color: tokens.colorBrandForeground1,
    backgroundColor: tokens.colorBrandBackground2,
    ...shorthands.borderColor(tokens.colorBrandStroke2),
  },
  refused: {
    color: tokens.colorStatusDangerForeground1,
    backgroundColor: tokens.colorStatusDangerBackground1,
    ...shorthands.borderColor(tokens.colorStatusDangerBorder1),
  },
  conflict: {
    color: tokens.colorPaletteBerryForeground1,
    backgroundColor: tokens.colorPaletteBerryBackground1,
    ...shorthands.borderColor(tokens.colorPaletteBerryBorder1),
  },
});

const ICON = {
  queued: ClockRegular,
  sending: ArrowSyncRegular,
  refused: ErrorCircleFilled,
  conflict: BranchForkRegular,
} as const;

interface PendingBadgeProps {
  mark: RowMark;
  /** Opens the queue page at the write; if omitted, the badge is not clickable. */
  onOpen?: ((mark: RowMark) => void) | undefined;
  tabIndex?: number;
  /** Shows only the icon if space is tight; screen readers still get the word. */
  iconOnly?: boolean | undefined;
}

/**
 * Shows whether a row's change has reached the server: an icon, a word and a color, with an explanation on hover and
 * for screen readers.
 */
export function PendingBadge({ mark, onOpen, tabIndex, iconOnly }: PendingBadgeProps) {
  const styles = useStyles();
  const Icon = ICON[mark.state];
  const className = mergeClasses(styles.root, styles[mark.state], onOpen && styles.button, iconOnly && styles.narrow);
  const content = (
    <>
      <Icon aria-hidden />
      <span className={iconOnly === true ? styles.unseen : undefined}>{markLabel(mark)}</span>
    </>
  );
  return (
    <Described text={markText(mark)}>
      {onOpen ? (
        <button type="button" className={className} onClick={() => onOpen(mark)} tabIndex={tabIndex}>
          {content}
        </button>
      ) : (
        <span className={className}>{content}</span>
      )}
    </Described>
  );
}
