/**
 * The shortcuts on the help page. The frame's own keys are handled in useShortcuts, the others by the part indicated.
 */
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
      { keys: ['↑', '↓'], does: 'Move from row to row' },
      { keys: ['Home', 'End'], does: 'First or last row' },
      { keys: [COMMAND, 'Z'], does: 'Undo the last change in this tab' },
      { keys: ['/'], does: 'Open the filters' },
      { keys: ['F'], does: 'Find by ID or name' },
      { keys: ['N'], does: 'Create a record' },
      { keys: ['I'], does: 'Import from a file; Enter applies one without errors' },
      { keys: ['Enter'], does: 'In a filter: search. On a row: its first action' },
    ],
  },
  {
    name: 'Rows',
    rows: [
      { keys: ['←', '→'], does: 'Move from cell to cell' },
      { keys: ['Space'], does: 'On a row: select it. On a flag: toggle it' },
      { keys: ['F2'], does: 'Edit the cell in place' },
      { keys: ['Shift', '↑', '↓'], does: 'Select rows one after another' },
      { keys: [COMMAND, 'A'], does: 'Select this page; press again for all that match' },
      { keys: ['C'], does: 'Copy the cell, the row, or what is selected' },
      { keys: ['H'], does: 'Who changed the row, when and what' },
      { keys: ['Delete'], does: 'Delete the row, or what is selected' },
      { keys: ['Esc'], does: 'Leave the cell; clear the selection' },
    ],
  },
];
