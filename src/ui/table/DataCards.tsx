import { useState, useSyncExternalStore } from 'react';
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { MoreHorizontalRegular } from '@fluentui/react-icons';
import type { Fields, ListRow, RowMark } from '../../contract/listData.ts';
import { PendingBadge } from '../PendingBadge.tsx';
import { blockedBy } from '../rowMark.ts';
import { Cell, type CellPlace } from './Cell.tsx';
import type { CardLayout, Column } from './columns.ts';
import { isSelected, paintedItem, TableDoing } from './doing.ts';
import { lazyPart } from '../lazyPart.tsx';
import type { TableAction } from './RowActions.tsx';
import type { RowMenuProps } from './RowMenu.tsx';
import { pageToggled, toggled } from './selectRows.ts';
import { useTableStyles } from './tableStyles.ts';

const LINE = `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`;

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  card: {
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    borderBottom: LINE,
    // Keeps hundreds of cards as cheap as the visible ones.
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 164px',
    // The next element's border replaces its own.
    ':last-child': { marginBottom: `calc(-1 * ${tokens.strokeWidthThin})` },
  },
  title: { overflowWrap: 'anywhere', fontWeight: tokens.fontWeightSemibold },
  top: { display: 'flex', alignItems: 'center', columnGap: tokens.spacingHorizontalXXS },
  head: { borderBottom: LINE, padding: `0 ${tokens.spacingHorizontalM}` },
  all: { display: 'inline-flex', alignItems: 'center', fontSize: tokens.fontSizeBase200 },
  // Enlarges the touch target of a small checkbox.
  select: {
    flexShrink: 0,
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '40px',
    height: '40px',
    marginInlineStart: `calc(-1 * ${tokens.spacingHorizontalM})`,
    '& input': { width: '18px', height: '18px', margin: 0, accentColor: tokens.colorBrandBackground },
    '@media print': { display: 'none' },
  },
  // A line with the rest of the record's identification and its actions.
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', minHeight: '40px' },
  // Words are not broken: if there is not enough space next to the actions, the actions wrap to a line below.
  detail: {
    flex: '1 1 0',
    minWidth: 'min(120px, 100%)',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: 'tabular-nums',
    overflowWrap: 'break-word',
  },
  fields: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalXXS,
    margin: 0,
  },
  // A field without a value in this row takes no space (LOG-8).
  field: {
    minWidth: 0,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    // Keeps the label and its value together next to a taller field.
    alignContent: 'flex-start',
    columnGap: tokens.spacingHorizontalXS,
    '&:has(> dd:empty)': { display: 'none' },
  },
  // Adjacent controls are never truncated.
  wide: { gridColumn: '1 / -1' },
  label: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
  value: {
    minWidth: 0,
    maxWidth: '100%',
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
  },
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    alignItems: 'center',
    marginInlineStart: 'auto',
    marginInlineEnd: `calc(-1 * ${tokens.spacingHorizontalS})`,
  },
  action: {
    minWidth: '40px',
    minHeight: '40px',
    paddingInlineStart: tokens.spacingHorizontalS,
    paddingInlineEnd: tokens.spacingHorizontalS,
  },
  // As high as a card with a title, a line and four flags, so that the content below does not shift when the cards
  // arrive.
  waiting: {
    boxSizing: 'border-box',
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'space-evenly',
    minHeight: '147px',
  },
});

export interface DataCardsProps<R extends Fields> {
  label: string;
  columns: readonly Column<R>[];
  layout: CardLayout<R> | undefined;
  rows: readonly ListRow<R>[];
  actions: readonly TableAction[];
  place: CellPlace;
  skeleton: number;
  busy: boolean;
  onAction: (action: string, item: ListRow<R>) => void;
  onMark?: ((mark: RowMark) => void) | undefined;
  /** The selection of the cards; omitted if there are no actions for selected cards. */
  doing?: TableDoing | undefined;
}

const RowMenu = lazyPart<RowMenuProps>(
  () => import('./RowMenu.tsx').then(module => module.RowMenu),
  () => null,
);

/**
 * The actions that have a button on a card. Nobody can point at an icon on a phone to read what it means: a single one
 * has its word as well, and several are in a menu.
 */
function actionsOnCard(actions: readonly TableAction[]): { onCard: readonly TableAction[]; menu: boolean } {
  const words = actions.filter(({ icon }) => icon === undefined);
  return actions.length - words.length > 1 ? { onCard: words, menu: true } : { onCard: actions, menu: false };
}

/** Half a card's width in pixels. */
const HALF = 160;
const isWide = <R,>(column: Column<R>): boolean =>
  column.kind === 'custom' && column.whole === true && (column.width ?? 0) > HALF;

/** The lines of a placeholder card: the title, the rest of the identification, and two lines of fields. */
const SKELETON = ['84%', '46%', '92%', '92%'];

const NO_STORE = new TableDoing();

/** On a card, a value is changed in the form, whose touch targets are large enough. */
function shownOnly<R>({ edit: _edit, ...column }: Column<R>): Column<R> {
  return column as Column<R>;
}

/** The rows as cards for a phone, each with a title, its most important fields and the actions. */
export function DataCards<R extends Fields>(props: DataCardsProps<R>) {
  const { columns, layout, actions, place } = props;
  const styles = useStyles();
  const looks = useTableStyles();
  const { doing } = props;
  const store = doing ?? NO_STORE;
  const [menu, setMenu] = useState<{ item: ListRow<R>; opener: HTMLElement } | null>(null);
  const { selection, painted } = useSyncExternalStore(store.subscribe, store.getSnapshot);
  const page = props.rows.map(({ key }) => key);
  const whole = page.length > 0 && page.every(key => isSelected(selection, key));
  const offeredFor = (row: R) => actions.filter(action => action.offered?.(row as never) !== false);
  const fields = (layout ? columns.filter(column => layout.fields.includes(column.key)) : columns).map(shownOnly);
  return (
    <>
      {doing && page.length + props.skeleton > 0 && (
        <div className={styles.head}>
          <label className={styles.all}>
            <span className={styles.select}>
              <input
                type="checkbox"
                checked={whole}
                disabled={page.length === 0}
                onChange={() => doing.set({ selection: pageToggled(selection, page) })}
              />
            </span>
            Select all on this page
          </label>
        </div>
      )}
      <ul className={styles.list} aria-label={props.label} aria-busy={props.busy}>
        {Array.from({ length: props.skeleton }, (_, index) => (
          <li key={index} className={mergeClasses(styles.card, styles.waiting)} aria-hidden>
            {SKELETON.map((width, at) => (
              <span key={at} className={looks.skeleton} style={{ width }} />
            ))}
          </li>
        ))}
        {props.rows.map(shown => {
          const item = paintedItem(shown, painted.get(shown.key));
          const selected = doing !== undefined && isSelected(selection, item.key);
          const mark = item.pending;
          const blocked = blockedBy(mark);
          const { onCard, menu: hasMenu } = actionsOnCard(offeredFor(item.row));
          return (
            <li
              key={item.key}
              data-row-key={item.key}
              data-mark={mark?.state}
              className={mergeClasses(styles.card, selected && looks.selected, mark !== null && looks[mark.state])}
            >
              <div className={styles.top}>
                {doing && (
                  <label className={styles.select}>
                    <input
                      type="checkbox"
                      aria-label={`Select ${layout ? layout.title(item.row) : item.key}`}
                      checked={selected}
                      onChange={() => doing.set({ selection: toggled(selection, item.key) })}
                    />
                  </label>
                )}
                {layout && <div className={styles.title}>{layout.title(item.row)}</div>}
              </div>
              {(layout !== undefined || actions.length > 0 || mark !== null) && (
                <div className={styles.line}>
                  {layout && <div className={styles.detail}>{layout.detail(item.row)}</div>}
                  <div className={styles.actions}>
                    {mark !== null && <PendingBadge mark={mark} onOpen={props.onMark} />}
                    {onCard.map(action => (
                      <Button
                        key={action.id}
                        appearance="subtle"
                        className={styles.action}
                        disabledFocusable={blocked !== null && action.readOnly !== true}
                        {...(blocked !== null && action.readOnly !== true ? { title: blocked } : {})}
                        {...(action.icon ? { icon: action.icon } : {})}
                        onClick={() => props.onAction(action.id, item)}
                      >
                        {action.label}
                      </Button>
                    ))}
                    {hasMenu && (
                      <Button
                        appearance="subtle"
                        className={styles.action}
                        icon={<MoreHorizontalRegular />}
                        aria-label="More actions"
                        aria-haspopup="menu"
                        onClick={({ currentTarget: opener }) => setMenu({ item, opener })}
                      >
                        More
                      </Button>
                    )}
                  </div>
                </div>
              )}
              {fields.length > 0 && (
                <dl className={styles.fields}>
                  {fields.map(column => (
                    <div key={column.key} className={mergeClasses(styles.field, isWide(column) && styles.wide)}>
                      <dt className={styles.label}>{column.label}</dt>
                      <dd className={styles.value}>
                        <Cell column={column} row={item.row} place={place} />
                      </dd>
                    </div>
                  ))}
                </dl>
              )}
            </li>
          );
        })}
      </ul>
      {menu && (
        <RowMenu
          key={menu.item.key}
          label="Row actions"
          actions={offeredFor(menu.item.row)}
          blocked={blockedBy(menu.item.pending)}
          opener={menu.opener}
          onAction={action => props.onAction(action, menu.item)}
          onClose={() => setMenu(null)}
        />
      )}
    </>
  );
}
