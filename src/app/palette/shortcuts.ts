/** The shortcuts on the help page. The frame's own keys are handled in useShortcuts, the others by the named part. */
export interface ShortcutGroup {
  name: string;
  rows: readonly { keys: readonly string[]; does: string }[];
}

const COMMAND = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

export const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    name: 'Everywhere',
    rows: [
      { keys: [COMMAND, 'K'], does: 'Go to a page, a country or a command' },
      { keys: ['?'], does: 'Show these shortcuts' },
      { keys: ['['], does: 'Collapse or expand the navigation' },
      { keys: ['Esc'], does: 'Close the open menu or dialog' },
    ],
  },
  {
    name: 'Lists',
    rows: [
      { keys: ['↑', '↓'], does: 'Move between rows' },
      { keys: ['Home', 'End'], does: 'Go to the first or last row' },
      { keys: [COMMAND, 'Z'], does: 'Undo the last change in this tab' },
      { keys: ['/'], does: 'Show the filters' },
      { keys: ['F'], does: 'Find by ID or name' },
      { keys: ['N'], does: 'Create a record' },
      { keys: ['I'], does: 'Import a file; Enter applies it if it has no errors' },
      { keys: ['Enter'], does: 'In a filter: search. On a row: run its first action' },
    ],
  },
  {
    name: 'Rows',
    rows: [
      { keys: ['←', '→'], does: 'Move between cells' },
      { keys: ['Space'], does: 'On a row: select it. On a flag: toggle it' },
      { keys: ['F2'], does: 'Edit the cell in place' },
      { keys: ['Shift', '↑', '↓'], does: 'Extend the selection by one row' },
      { keys: [COMMAND, 'A'], does: 'Select all rows on this page; press again for all matching rows' },
      { keys: ['C'], does: 'Copy the cell, row or selection' },
      { keys: ['H'], does: 'Show the history of the row' },
      { keys: ['Delete'], does: 'Delete the row or the selection' },
      { keys: ['Esc'], does: 'Leave the cell; clear the selection' },
    ],
  },
];
