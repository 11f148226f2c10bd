import type { TableAction } from './RowActions.tsx';

/** Width in pixels of an action's word and of its icon. */
const WORD = 54;
const ICON = 28;
/** Maximum width of all buttons together; above it, the row shows only the first action and a menu with all of them. */
const ROW_MOST = 120;

const widthOf = ({ icon, insteadOf }: TableAction): number => (insteadOf !== undefined ? 0 : icon ? ICON : WORD);
const sum = (actions: readonly TableAction[]): number => actions.reduce((all, action) => all + widthOf(action), 0);

export interface ActionsInRow {
  /** Actions that have their own button in the row. */
  inRow: readonly TableAction[];
  /** Whether the row has a button that opens the menu of all its actions. */
  menu: boolean;
  /** Width of the buttons in pixels. */
  room: number;
}

/** Determines which of a list's actions have a button in each row. */
export function actionsInRow(actions: readonly TableAction[]): ActionsInRow {
  const all = sum(actions);
  if (all <= ROW_MOST) return { inRow: actions, menu: false, room: all };
  const inRow = actions.slice(0, 1);
  return { inRow, menu: true, room: sum(inRow) + ICON };
}
