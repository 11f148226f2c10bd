import { useRef, useState, type ReactElement, type Ref } from 'react';
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { formatCount } from '../../domain/format.ts';
import { useDangerStyles } from '../dangerStyles.ts';
import { PopupMenu } from '../PopupMenu.tsx';

const useStyles = makeStyles({
  root: {
    flexShrink: 0,
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
    borderTop: `${tokens.strokeWidthThin} solid ${tokens.colorBrandStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow8,
    zIndex: 5,
    // On a phone the whole page scrolls, so the bar is sticky.
    '@media (max-width: 639px)': {
      position: 'sticky',
      bottom: 0,
      gap: tokens.spacingHorizontalXS,
      padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
      '& button': { minHeight: '40px' },
    },
    '@media print': { display: 'none' },
  },
  count: { fontWeight: tokens.fontWeightSemibold, fontVariantNumeric: 'tabular-nums' },
  clear: {
    marginInlineStart: 'auto',
    '@media (max-width: 639px)': { order: 1, minWidth: '40px', paddingInline: 0 },
  },
  clearWord: {
    '@media (max-width: 639px)': { position: 'absolute', width: '1px', height: '1px', clipPath: 'inset(50%)' },
  },
  // On a phone the actions get their own line and have no icons.
  actions: {
    display: 'contents',
    '@media (max-width: 639px)': {
      order: 2,
      flexBasis: '100%',
      display: 'flex',
      columnGap: tokens.spacingHorizontalXS,
      '& button': { flex: '1 1 auto', minWidth: 0, paddingInline: tokens.spacingHorizontalXS },
      '& .fui-Button__icon': { display: 'none' },
    },
  },
});

export interface BulkAction {
  key: string;
  label: string;
  icon?: ReactElement;
  danger?: boolean;
  /** Runs the action; omitted if the action opens a menu of further actions. */
  run?: () => void;
  menu?: readonly { key: string; label: string; run: () => void }[];
}

interface BulkBarProps {
  count: number;
  /** Number of rows that match the filters; null if they cannot all be selected, or already are. */
  all: number | null;
  actions: readonly BulkAction[];
  /** Describes the work in progress. */
  busy: string | null;
  onAll: () => void;
  onClear: () => void;
}

/** The actions for the selected rows, between the table and its footer. */
export function BulkBar({ count, all, actions, busy, onAll, onClear }: BulkBarProps) {
  const styles = useStyles();
  const danger = useDangerStyles();
  const [open, setOpen] = useState<string | null>(null);
  const anchor = useRef<HTMLButtonElement>(null);
  const menu = actions.find(({ key }) => key === open)?.menu;
  return (
    <div className={styles.root} role="toolbar" aria-label="Selected rows">
      <output className={styles.count}>{`${formatCount(count)} selected`}</output>
      {all !== null && (
        <Button size="small" appearance="subtle" onClick={onAll}>
          {`Select all ${formatCount(all)} matching rows`}
        </Button>
      )}
      <span className={styles.actions}>
        {actions.map(({ key, label, icon, danger: destroys, run, menu: ways }) => (
          <Button
            key={key}
            size="small"
            ref={(open === key ? anchor : undefined) as Ref<never>}
            {...(icon ? { icon } : {})}
            className={mergeClasses(destroys === true && danger.text)}
            disabledFocusable={busy !== null}
            {...(ways ? { 'aria-haspopup': 'menu' as const, 'aria-expanded': open === key } : {})}
            onClick={() => (run ? run() : setOpen(open === key ? null : key))}
          >
            {label}
          </Button>
        ))}
      </span>
      {busy !== null && <output>{busy}</output>}
      <Button size="small" appearance="subtle" className={styles.clear} icon={<DismissRegular />} onClick={onClear}>
        <span className={styles.clearWord}>Clear selection</span>
      </Button>
      {menu && (
        <PopupMenu
          label={actions.find(({ key }) => key === open)?.label ?? ''}
          anchor={anchor}
          onClose={() => setOpen(null)}
          groups={[
            {
              items: menu.map(way => ({
                ...way,
                run: () => {
                  setOpen(null);
                  way.run();
                },
              })),
            },
          ]}
        />
      )}
    </div>
  );
}
