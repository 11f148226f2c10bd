import { useRef } from 'react';
import { PopupMenu, type MenuPoint, type PopupMenuItem } from '../PopupMenu.tsx';
import type { TableAction } from './RowActions.tsx';

export interface RowMenuProps {
  label: string;
  actions: readonly TableAction[];
  /** Why the row cannot currently be changed; null if it can. */
  blocked: string | null;
  /** The element that opened the menu, which regains the focus. */
  opener: HTMLElement;
  /** The position of a right-click, in pixels from the window's corner; if omitted, the menu opens below its opener. */
  point?: MenuPoint | undefined;
  onAction: (action: string) => void;
  onClose: () => void;
}

/** All actions of a row. The delete action comes last, so that only one action is adjacent to it. */
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
