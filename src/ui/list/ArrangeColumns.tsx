import { Button, Checkbox, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowDownRegular, ArrowUpRegular, PinOffRegular, PinRegular } from '@fluentui/react-icons';
import type { Column } from '../table/columns.ts';
import { InfoDialog } from '../InfoDialog.tsx';
import { inOrder, moved, toggled, type ColumnView } from './columnView.ts';
import type { TablePreferences } from './preferences.ts';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  row: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, minHeight: '36px' },
  name: { flexGrow: 1 },
});

interface ArrangeColumnsProps {
  columns: readonly Column<never>[];
  view: ColumnView<never>;
  preferences: TablePreferences;
  onChange: (next: TablePreferences) => void;
  onClose: () => void;
}

/** Arranges the columns by keyboard or mouse: their order, which ones are visible, and which are frozen at the left. */
export function ArrangeColumns({ columns, view, preferences, onChange, onClose }: ArrangeColumnsProps) {
  const styles = useStyles();
  const ordered = inOrder(columns, preferences.order);
  const frozenAt = view.frozen - 1;
  const reset = () => onChange({ ...preferences, order: [], widths: {}, frozen: null, hidden: [], added: [] });
  return (
    <InfoDialog title="Arrange columns" onClose={onClose} actions={<Button onClick={reset}>Reset columns</Button>}>
      <ul className={styles.list}>
        {ordered.map((column, at) => {
          const place = view.columns.indexOf(column);
          const before = ordered[at - 1];
          const after = ordered[at + 1];
          const lastFrozen = place !== -1 && place === frozenAt;
          const move = (to: Column<never> | undefined) => () =>
            to && onChange(moved(columns, preferences, column.key, to.key));
          return (
            <li key={column.key} className={styles.row}>
              <span className={styles.name}>
                <Checkbox
                  label={column.label}
                  checked={place !== -1}
                  disabled={view.held.includes(column)}
                  onChange={() => onChange(toggled(preferences, view, column))}
                />
              </span>
              <Button
                appearance="subtle"
                icon={<ArrowUpRegular />}
                aria-label={`Move ${column.label} left`}
                title="Move left"
                disabledFocusable={!before}
                onClick={move(before)}
              />
              <Button
                appearance="subtle"
                icon={<ArrowDownRegular />}
                aria-label={`Move ${column.label} right`}
                title="Move right"
                disabledFocusable={!after}
                onClick={move(after)}
              />
              <Button
                appearance="subtle"
                icon={lastFrozen ? <PinOffRegular /> : <PinRegular />}
                aria-label={lastFrozen ? 'Unfreeze all columns' : `Freeze up to ${column.label}`}
                aria-pressed={place !== -1 && place <= frozenAt}
                title={lastFrozen ? 'Unfreeze all columns' : 'Freeze up to here'}
                disabledFocusable={place === -1}
                onClick={() => place !== -1 && onChange({ ...preferences, frozen: lastFrozen ? '' : column.key })}
              />
            </li>
          );
        })}
      </ul>
    </InfoDialog>
  );
}
