import { Button, Spinner, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowClockwiseRegular } from '@fluentui/react-icons';
import { useRef, useState } from 'react';
import { COUNTRIES } from '../../domain/country.ts';
import { refreshCachedData, removeCountry } from '../../sync/actions/cached.ts';
import { askPersistence } from '../../sync/actions/keepOffline.ts';
import { useCachedData, useStorageRoom } from '../../sync/hooks/useCachedData.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useFocusInside } from '../../ui/useFocusInside.ts';
import { useUi } from '../../ui/UiContext.ts';
import { CachedTable, type TableProps } from './CachedTable.tsx';
import { persistenceText, roomText } from './offlineTexts.ts';
import { formatTime } from '../../domain/format.ts';
import { DataRow } from './DataRow.tsx';
import { TableHead } from './TableHead.tsx';

/** Cached data of countries other than the current one. */
function OtherCountries({ cached, className, tableClass }: TableProps) {
  const { client } = useSync();
  const { timeZone } = useUi();
  return (
    <div className={className}>
      <table className={tableClass}>
        <TableHead />
        <tbody>
          {cached.others.map(({ entity, rows, bytes, checkedAt }) => (
            <DataRow
              key={entity}
              name={COUNTRIES[entity].name}
              rows={rows}
              bytes={bytes}
              asOf={checkedAt > 0 ? formatTime(Math.floor(checkedAt / 1000), timeZone) : 'never'}
              state="Not updated at the moment"
              keep="-"
              onRemove={() => removeCountry(client, entity)}
              removal="Remove all data of this country from this device"
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** On a phone, each row is a card of labeled values. */
const PHONE_RULE = '@media (max-width: 640px)';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalL,
    maxWidth: '1120px',
    paddingBottom: tokens.spacingVerticalXXXL,
    outlineStyle: 'none',
  },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
  heading: { margin: 0, fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
  section: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  card: {
    overflowX: 'auto',
    // The visually hidden heading of the actions is positioned relative to this element.
    position: 'relative',
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  table: {
    borderCollapse: 'collapse',
    width: '100%',
    '& th, & td': {
      padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
      textAlign: 'left',
      whiteSpace: 'nowrap',
      borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke3}`,
    },
    '& thead th': { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
    '& tbody tr:last-child > *': { borderBottom: 'none' },
    '& tbody th': { fontWeight: tokens.fontWeightRegular },
    '& tbody th[data-sub]': { paddingLeft: tokens.spacingHorizontalXXXL, color: tokens.colorNeutralForeground2 },
    '& small': {
      display: 'block',
      color: tokens.colorNeutralForeground3,
      fontSize: tokens.fontSizeBase200,
      fontWeight: tokens.fontWeightRegular,
    },
    '& [data-number]': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
    [PHONE_RULE]: {
      '&, & tbody': { display: 'block' },
      '& thead': { display: 'none' },
      '& tbody tr': {
        display: 'block',
        padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
        '&:not(:last-child)': {
          borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke3}`,
        },
      },
      '& tbody th': { display: 'block', fontWeight: tokens.fontWeightSemibold, whiteSpace: 'normal' },
      '& tbody td': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', minHeight: '24px' },
      '& tbody td[data-label]::before': { content: 'attr(data-label)', color: tokens.colorNeutralForeground3 },
      '& tbody th, & tbody td': { padding: 0, borderBottomStyle: 'none' },
      '& tbody td:not([data-label])': { justifyContent: 'flex-start', gap: tokens.spacingHorizontalS },
      '& tbody th[data-sub]': { paddingLeft: 0 },
      '& tbody td[data-none]': { display: 'none' },
    },
  },
});

/** The current country's data on this device, with its age and size. */
export function OfflineDataScreen() {
  const styles = useStyles();
  const { client, entity } = useSync();
  const { notify } = useUi();
  const root = useRef<HTMLDivElement>(null);
  // Removing data also removes its row, including the focused button.
  useFocusInside(root);
  const cached = useCachedData();
  const [asked, setAsked] = useState(0);
  const look = [...(cached?.sets ?? []), ...(cached?.ofEntity ?? [])]
    .map(set => `${set.state}${set.generation}`)
    .join();
  const room = useStorageRoom(`${look} ${cached?.pages.pages ?? 0} ${cached?.locations.rows ?? 0} ${asked}`);

  const keep = async () => {
    const kept = await askPersistence();
    setAsked(count => count + 1);
    if (!kept) notify.warning('The browser declined. It usually agrees once Ops Portal is installed as an app.');
  };
  return (
    <div ref={root} tabIndex={-1} className={styles.root}>
      <PageHeader title="Offline data">
        <Button icon={<ArrowClockwiseRegular />} onClick={() => refreshCachedData(client)}>
          Check for updates
        </Button>
      </PageHeader>
      <section className={styles.section} aria-labelledby="offline-room">
        <h2 id="offline-room" className={styles.heading}>
          Browser storage
        </h2>
        {room !== undefined && (
          <div className={styles.line}>
            <p className={styles.text}>
              {roomText(room)} {room && persistenceText(room.persistent)}
            </p>
            {room?.persistent === false && (
              <Button size="small" onClick={() => void keep()}>
                Protect from deletion
              </Button>
            )}
          </div>
        )}
      </section>
      <section className={styles.section} aria-labelledby="offline-cached">
        <h2 id="offline-cached" className={styles.heading}>
          Cached for {COUNTRIES[entity].inText}
        </h2>
        <p className={styles.text}>
          The last five channels and 3PLs whose lists you opened are cached automatically, with all their records. Those
          that you keep offline stay cached. Their lists work without a network. Refresh loads the latest data from the
          server.
        </p>
        {cached === undefined && <Spinner size="small" label="Loading" />}
        {cached === null && <p className={styles.text}>This browser does not store data for Ops Portal.</p>}
        {cached && <CachedTable cached={cached} className={styles.card} tableClass={styles.table} />}
      </section>
      {cached && cached.others.length > 0 && (
        <section className={styles.section} aria-labelledby="offline-others">
          <h2 id="offline-others" className={styles.heading}>
            Other countries
          </h2>
          <p className={styles.text}>
            Data from the last time each was the current country. It is updated when you switch to that country again.
          </p>
          <OtherCountries cached={cached} className={styles.card} tableClass={styles.table} />
        </section>
      )}
    </div>
  );
}
