import { useRef, useState } from 'react';
import { PopupMenu } from '../PopupMenu.tsx';
import type { Density } from '../table/RowActions.tsx';
import { lazyPart } from '../lazyPart.tsx';
import { SettingsButton } from './SettingsButton.tsx';
import type { Column } from '../table/columns.ts';
import { toggled, type ColumnView } from './columnView.ts';
import type { TablePreferences } from './preferences.ts';

const ArrangeColumns = lazyPart(() => import('./ArrangeColumns.tsx').then(module => module.ArrangeColumns));

interface TableSettingsProps {
  columns: readonly Column<never>[];
  view: ColumnView<never>;
  preferences: TablePreferences;
  onChange: (next: TablePreferences) => void;
}

const DENSITIES: readonly { density: Density; label: string }[] = [
  { density: 'comfortable', label: 'Comfortable' },
  { density: 'compact', label: 'Compact' },
];

/**
 * The menu for row density and visible columns. Its code is loaded when its button is first pressed, and the menu opens
 * as soon as it has loaded.
 */
export function TableSettings({ columns, view, preferences, onChange }: TableSettingsProps) {
  const [open, setOpen] = useState(true);
  const [arranging, setArranging] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <SettingsButton ref={button} aria-haspopup="menu" aria-expanded={open} onClick={() => setOpen(!open)} />
      {arranging && (
        <ArrangeColumns
          columns={columns}
          view={view}
          preferences={preferences}
          onChange={onChange}
          onClose={() => setArranging(false)}
        />
      )}
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
              items: [{ key: 'arrange', label: 'Arrange columns …', run: () => setArranging(true) }],
            },
            {
              label: 'Columns',
              items: columns.map(column => ({
                key: column.key,
                label: column.label,
                kind: 'check',
                checked: view.columns.includes(column),
                disabled: view.held.includes(column),
                run: () => onChange(toggled(preferences, view, column)),
              })),
            },
          ]}
        />
      )}
    </>
  );
}
