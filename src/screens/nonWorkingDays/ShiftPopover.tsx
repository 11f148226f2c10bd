import { useRef, type RefObject } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import type { Row } from '../../sync/types.ts';
import { usePopover } from '../../ui/usePopover.ts';
import { ShiftText, type ScheduleChange } from './ShiftText.tsx';

const useStyles = makeStyles({
  root: {
    position: 'fixed',
    inset: 'auto',
    margin: 0,
    padding: 0,
    boxSizing: 'border-box',
    width: 'max-content',
    maxWidth: 'min(420px, calc(100vw - 16px))',
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow8,
    ':not(:has(strong))': { display: 'none' },
  },
});

const stays = (): void => undefined;

interface ShiftPopoverProps {
  anchor: RefObject<HTMLElement | null>;
  row: Row;
  change: ScheduleChange;
}

/** The effect of a row's change on lead times, shown below the cell while the cell is being edited. */
export function ShiftPopover({ anchor, row, change }: ShiftPopoverProps) {
  const styles = useStyles();
  const root = useRef<HTMLDivElement>(null);
  usePopover(root, anchor, stays, '[data-none]');
  return (
    <div ref={root} popover="manual" className={styles.root}>
      <ShiftText row={row} change={change} />
    </div>
  );
}
