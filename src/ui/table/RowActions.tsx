import { memo, type ReactElement } from 'react';
import { Button, mergeClasses } from '@fluentui/react-components';
import { MoreHorizontalRegular } from '@fluentui/react-icons';
import type { RowMark } from '../../contract/listData.ts';
import { PendingBadge } from '../PendingBadge.tsx';
import { useTableStyles } from './tableStyles.ts';

/** A row action as displayed by the table; its permission has already been checked. */
export interface TableAction {
  id: string;
  label: string;
  icon?: ReactElement;
  readOnly?: boolean;
  /** Whether the action applies to a row; by default, to every row. */
  offered?: (row: never) => boolean;
  /** Id of the action that this one replaces: no row has both, so they share a slot. */
  insteadOf?: string;
}

export type Density = 'comfortable' | 'compact';

interface RowActionsProps {
  /** Actions that have their own button. */
  actions: readonly TableAction[];
  /** Opens the menu of all actions; undefined if every action has a button. */
  onMenu: ((opener: HTMLElement) => void) | undefined;
  /** Why the row cannot currently be changed; null if it can. */
  blocked: string | null;
  mark: RowMark | null;
  /** Whether this row is the one in the tab order. */
  active: boolean;
  density: Density;
  /** Whether the table scrolls sideways, so that the cell must be sticky. */
  stuck: boolean;
  iconMarks: boolean | undefined;
  onAction: (action: string) => void;
  onMark: ((mark: RowMark) => void) | undefined;
}

/** A row's Action cell. Rerendered when the mark or the keyboard focus changes, but not when only the record does. */
export const RowActions = memo(function RowActions(props: RowActionsProps) {
  const { actions, blocked, mark, active, onAction, onMenu } = props;
  const styles = useTableStyles();
  return (
    <td className={mergeClasses(styles.cell, styles[props.density], styles.action, props.stuck && styles.stuck)}>
      <span className={styles.actions}>
        {actions.map(action => {
          const off = blocked !== null && !action.readOnly;
          return (
            <Button
              key={action.id}
              size="small"
              appearance="subtle"
              className={styles.actionButton}
              tabIndex={active ? 0 : -1}
              disabledFocusable={off}
              {...(off ? { title: blocked } : action.icon ? { title: action.label } : {})}
              {...(action.icon ? { icon: action.icon, 'aria-label': action.label } : {})}
              onClick={() => onAction(action.id)}
            >
              {action.icon ? null : action.label}
            </Button>
          );
        })}
        {onMenu && (
          <Button
            size="small"
            appearance="subtle"
            className={styles.actionButton}
            tabIndex={active ? 0 : -1}
            icon={<MoreHorizontalRegular />}
            aria-label="More actions"
            aria-haspopup="menu"
            title="More actions"
            onClick={event => onMenu(event.currentTarget)}
          />
        )}
        {mark && (
          <PendingBadge mark={mark} onOpen={props.onMark} tabIndex={active ? 0 : -1} iconOnly={props.iconMarks} />
        )}
      </span>
    </td>
  );
});
