import type { TableAction } from './RowActions.tsx';

/** Width of an action's word and of its icon, in pixels. */
const WORD = 54;
const ICON = 28;
/** If all actions need more space than this, the row keeps only the first one, and its menu contains them all. */
const ROW_MOST = 120;

const widthOf = ({ icon, insteadOf }: TableAction): number => (insteadOf !== undefined ? 0 : icon ? ICON : WORD);
const sum = (actions: readonly TableAction[]): number => actions.reduce((all, action) => all + widthOf(action), 0);

export interface ActionsInRow {
  /** Actions with a button of their own in the row. */
  inRow: readonly TableAction[];
  /** Whether the row has a button that opens the menu of all its actions. */
  menu: boolean;
  /** Pixels that the buttons take. */
  room: number;
}

/** Which of a list's actions have a button in each row. */
export function actionsInRow(actions: readonly TableAction[]): ActionsInRow {
  const all = sum(actions);
  if (all <= ROW_MOST) return { inRow: actions, menu: false, room: all };
  const inRow = actions.slice(0, 1);
  return { inRow, menu: true, room: sum(inRow) + ICON };
}
