import { useRef } from 'react';
import { PopupMenu, type MenuPoint, type PopupMenuItem } from '../PopupMenu.tsx';
import type { TableAction } from './RowActions.tsx';

export interface RowMenuProps {
  label: string;
  actions: readonly TableAction[];
  /** Why the row cannot be changed now; null when it can. */
  blocked: string | null;
  /** What opened the menu and gets the focus back. */
  opener: HTMLElement;
  /** Where a right-click was, in pixels of the window; left out, the menu is below its opener. */
  point?: MenuPoint | undefined;
  onAction: (action: string) => void;
  onClose: () => void;
}

/** All actions of one row; what deletes is the last, so that nothing else is next to it on both sides. */
export function RowMenu({ label, actions, blocked, opener, point, onAction, onClose }: RowMenuProps) {
  const anchor = useRef<HTMLElement | null>(opener);
  const item = (action: TableAction): PopupMenuItem => {
    const off = blocked !== null && action.readOnly !== true;
    return {
      key: action.id,
      label: action.label,
      disabled: off,
      ...(off ? { title: blocked } : {}),
      run: () => onAction(action.id),
    };
  };
  const isLast = ({ id }: TableAction) => id === 'delete' || id === 'remove';
  const groups = [actions.filter(action => !isLast(action)), actions.filter(isLast)];
  return (
    <PopupMenu
      label={label}
      anchor={anchor}
      point={point}
      onClose={onClose}
      groups={groups.filter(group => group.length > 0).map(group => ({ items: group.map(item) }))}
    />
  );
}
