import { useRef, useState } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useLinkStyles } from '../linkStyles.ts';
import { lazyPart } from '../lazyPart.tsx';
import { toggled, type ColumnView } from './columnView.ts';
import type { Column } from '../table/columns.ts';
import type { TablePreferences } from './preferences.ts';

const PopupMenu = lazyPart(
  () => import('../PopupMenu.tsx').then(module => module.PopupMenu),
  () => null,
);

const useStyles = makeStyles({
  // On a phone, rows are cards without columns.
  root: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    marginInlineStart: tokens.spacingHorizontalM,
    '@media (max-width: 899px)': { display: 'none' },
  },
});

/** Why the columns are hidden. */
export const SAME = 'The same in every row, or set in the filters';
export const CHOSEN = 'Hidden by you';

interface HiddenColumnsProps {
  view: ColumnView<never>;
  preferences: TablePreferences;
  onPreferences: (next: TablePreferences) => void;
}

const named = (reason: string, columns: readonly Column<never>[]): string[] =>
  columns.length === 0 ? [] : [`${reason}: ${columns.map(({ label }) => label).join(', ')}`];

/**
 * "3 hidden columns": opens a menu that lists the hidden columns with the reason and shows each with a single click
 * (SA6).
 */
export function HiddenColumns({ view, preferences, onPreferences }: HiddenColumnsProps) {
  const styles = useStyles();
  const links = useLinkStyles();
  const button = useRef<HTMLButtonElement>(null);
  // The columns that were hidden when the menu opened; an item stays in the menu after its column is shown.
  const [listed, setListed] = useState<Pick<ColumnView<never>, 'aside' | 'away'> | null>(null);
  const count = view.aside.length + view.away.length;
  if (count === 0 && !listed) return null;
  const group = (label: string, columns: readonly Column<never>[]) => ({
    label,
    items: columns.map(column => ({
      key: column.key,
      label: column.label,
      kind: 'check' as const,
      checked: view.columns.some(({ key }) => key === column.key),
      run: () => onPreferences(toggled(preferences, view, column)),
    })),
  });
  return (
    <>
      <button
        ref={button}
        type="button"
        className={mergeClasses(links.link, styles.root)}
        title={[...named(SAME, view.aside), ...named(CHOSEN, view.away)].join('\n')}
        aria-haspopup="menu"
        aria-expanded={listed !== null}
        onClick={() => setListed(listed ? null : { aside: view.aside, away: view.away })}
      >
        {count === 1 ? '1 hidden column' : `${count} hidden columns`}
      </button>
      {listed && (
        <PopupMenu
          label="Hidden columns"
          anchor={button}
          onClose={() => setListed(null)}
          groups={[group(SAME, listed.aside), group(CHOSEN, listed.away)].filter(({ items }) => items.length > 0)}
        />
      )}
    </>
  );
}
