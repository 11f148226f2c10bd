import { useRef, useState } from 'react';
import { PopupMenu } from '../PopupMenu.tsx';
import type { Density } from '../table/RowActions.tsx';
import { SettingsButton } from './SettingsButton.tsx';
import { isShown, withToggled, type TablePreferences } from './preferences.ts';

interface TableSettingsProps {
  columns: readonly { key: string; label: string; always?: boolean; standby?: boolean }[];
  preferences: TablePreferences;
  onChange: (next: TablePreferences) => void;
}

const DENSITIES: readonly { density: Density; label: string }[] = [
  { density: 'comfortable', label: 'Comfortable' },
  { density: 'compact', label: 'Compact' },
];

/** Menu for the density of the rows and the shown columns; loaded, and open, once its button was pressed. */
export function TableSettings({ columns, preferences, onChange }: TableSettingsProps) {
  const [open, setOpen] = useState(true);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <SettingsButton ref={button} aria-haspopup="menu" aria-expanded={open} onClick={() => setOpen(!open)} />
      {open && (
        <PopupMenu
          label="Table settings"
          anchor={button}
          onClose={() => setOpen(false)}
          groups={[
            {
              label: 'Density',
              items: DENSITIES.map(({ density, label }) => ({
                key: density,
                label,
                kind: 'radio',
                checked: preferences.density === density,
                run: () => onChange({ ...preferences, density }),
              })),
            },
            {
              label: 'Columns',
              items: columns.map(column => ({
                key: column.key,
                label: column.label,
                kind: 'check',
                checked: isShown(column, preferences),
                disabled: column.always === true,
                run: () => onChange(withToggled(preferences, column)),
              })),
            },
          ]}
        />
      )}
    </>
  );
}
