import {
  Menu,
  MenuDivider,
  MenuGroup,
  MenuGroupHeader,
  MenuItemCheckbox,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components';
import type { Density } from '../table/RowActions.tsx';
import { SettingsButton } from './SettingsButton.tsx';
import type { TablePreferences } from './preferences.ts';

interface TableSettingsProps {
  columns: readonly { key: string; label: string; always?: boolean }[];
  preferences: TablePreferences;
  onChange: (next: TablePreferences) => void;
}

/** Menu for the density of the rows and the shown columns; loaded, and open, once its button was pressed. */
export function TableSettings({ columns, preferences, onChange }: TableSettingsProps) {
  const shown = columns.filter(column => !preferences.hidden.includes(column.key)).map(column => column.key);
  return (
    <Menu
      defaultOpen
      positioning={{ autoSize: true }}
      checkedValues={{ density: [preferences.density], columns: shown }}
      onCheckedValueChange={(_, { name, checkedItems }) => {
        if (name === 'density') onChange({ ...preferences, density: (checkedItems[0] ?? 'comfortable') as Density });
        else {
          const hidden = columns.map(column => column.key).filter(key => !checkedItems.includes(key));
          onChange({ ...preferences, hidden });
        }
      }}
    >
      <MenuTrigger disableButtonEnhancement>
        <SettingsButton />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuGroup>
            <MenuGroupHeader>Density</MenuGroupHeader>
            <MenuItemRadio name="density" value="comfortable">
              Comfortable
            </MenuItemRadio>
            <MenuItemRadio name="density" value="compact">
              Compact
            </MenuItemRadio>
          </MenuGroup>
          <MenuDivider />
          <MenuGroup>
            <MenuGroupHeader>Columns</MenuGroupHeader>
            {columns.map(column => (
              <MenuItemCheckbox
                key={column.key}
                name="columns"
                value={column.key}
                disabled={column.always === true}
                persistOnClick
              >
                {column.label}
              </MenuItemCheckbox>
            ))}
          </MenuGroup>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
