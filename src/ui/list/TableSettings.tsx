import { useRef, useState } from 'react';
import { PopupMenu } from '../PopupMenu.tsx';
import type { Density } from '../table/RowActions.tsx';
import { SettingsButton } from './SettingsButton.tsx';
import type { TablePreferences } from './preferences.ts';

interface TableSettingsProps {
  columns: readonly { key: string; label: string; always?: boolean }[];
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
  const { hidden } = preferences;
  const toggle = (key: string) =>
    onChange({
      ...preferences,
      hidden: hidden.includes(key) ? hidden.filter(other => other !== key) : [...hidden, key],
    });
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
              items: columns.map(({ key, label, always }) => ({
                key,
                label,
                kind: 'check',
                checked: !hidden.includes(key),
                disabled: always === true,
                run: () => toggle(key),
              })),
            },
          ]}
        />
      )}
    </>
  );
}
