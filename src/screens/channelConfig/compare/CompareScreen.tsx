import { useId, useState } from 'react';
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ArrowSwapRegular, BranchCompareRegular } from '@fluentui/react-icons';
import { useNavigate } from '@tanstack/react-router';
import type { RecordChange } from '../../../contract/history.ts';
import { keyOf, labelOf } from '../../../contract/resource.ts';
import { channelConfig } from '../../../contract/resources/channelConfig.ts';
import { comparedText, compareSettings, type ComparedGroup } from '../../../domain/channelConfig/compare.ts';
import { useList } from '../../../sync/hooks/useList.ts';
import { useSync } from '../../../sync/hooks/useSync.ts';
import type { Row } from '../../../sync/types.ts';
import { OwnerSelect, type OwnerChoice } from '../../../ui/OwnerSelect.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { PlainSelect } from '../../../ui/PlainSelect.tsx';
import { useUi } from '../../../ui/UiContext.ts';
import { historySource } from '../../shared/history/historySource.ts';
import { ChannelsState, useChannelPageStyles } from '../ChannelPage.tsx';
import { SettingValue } from '../Differences.tsx';
import { CHANNELS, CHANNELS_MOST, comparedGroups, positiveNumber } from '../groups.ts';
import { copyHref } from '../links.ts';
import { timeTexts } from './timeTexts.ts';
import { useAddressState, type AddressState } from '../../shared/useAddressState.ts';
import { HistoryButton } from '../../shared/HistoryButton.tsx';

const useStyles = makeStyles({
  sides: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto minmax(0, 1fr)',
    alignItems: 'end',
    gap: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    maxWidth: '1100px',
    '@media (max-width: 640px)': { gridTemplateColumns: 'minmax(0, 1fr)', justifyItems: 'stretch' },
  },
  side: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(200px, 100%), 1fr))',
    gap: tokens.spacingHorizontalS,
    margin: 0,
    padding: 0,
    border: 'none',
    minWidth: 0,
  },
  swap: { '@media (max-width: 640px)': { justifySelf: 'start' } },
  note: {
    gridColumnStart: 1,
    gridColumnEnd: -1,
    margin: 0,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
  },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  groups: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, maxWidth: '1100px' },
  group: {
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    overflowX: 'hidden',
  },
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalM,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
  },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  count: { flexGrow: 1, fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground2 },
  table: {
    borderCollapse: 'collapse',
    tableLayout: 'fixed',
    width: '100%',
    '& th, & td': {
      padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
      textAlign: 'start',
      verticalAlign: 'top',
      overflowWrap: 'anywhere',
      fontVariantNumeric: 'tabular-nums',
      borderTop: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke3}`,
    },
    '& thead th': {
      color: tokens.colorNeutralForeground3,
      fontSize: tokens.fontSizeBase200,
      fontWeight: tokens.fontWeightRegular,
    },
    '& tbody th': { fontWeight: tokens.fontWeightRegular, color: tokens.colorNeutralForeground2 },
  },
  differs: { fontWeight: tokens.fontWeightSemibold },
  equal: { color: tokens.colorNeutralForeground3 },
});

/** The selectable times from a channel's log. */
const TIMES_MOST = 200;

/** One side of the comparison: a channel and a time from its log. */
interface Side {
  channelId: number | null;
  /** Null for the current state. */
  version: number | null;
  /** The settings; null if unknown, with the reason in `missing`. */
  row: Row | null;
  missing: string | null;
  times: readonly RecordChange[];
  timesKnown: boolean;
}

/**
 * A side's channel and the times from its log: cached channels are available immediately, while times come from the
 * server or from an earlier response.
 */
function useSide(name: 'a' | 'b', search: AddressState, channels: readonly Row[] | undefined): Side {
  const { entity } = useSync();
  const { online } = useUi();
  const channelId = positiveNumber(search[name]);
  const version = channelId === null ? null : positiveNumber(search[`${name}Version`]);
  const key = channelId === null ? '' : keyOf(channelConfig, { country: entity, channelId });
  const log = useList(historySource, { collection: channelConfig.collection, key }, 1, TIMES_MOST);
  const times = log.rows.map(({ row }) => row).filter(change => change.after !== null);
  const timesKnown = log.status === 'ready';
  const now = channels?.find(row => row['channelId'] === channelId) ?? null;
  const at = version === null ? null : times.find(change => change.version === version);
  const row = version === null ? now : at ? { ...now, ...at.after } : null;
  const unknown = (): string | null => {
    if (channelId === null || row !== null || channels === undefined) return null;
    if (version === null) return `There is no channel ${channelId} in this country. Choose another channel.`;
    if (log.status === 'loading') return null;
    if (timesKnown) return `The log of channel ${channelId} has no entry at this time. Choose another time.`;
    return online
      ? `The log of channel ${channelId} cannot be read: ${log.problem ?? 'try again in a moment'}`
      : 'The server cannot be reached, and this point in the log is not cached on this device. Choose "Now", or try again online.';
  };
  return { channelId, version, row, missing: unknown(), times, timesKnown };
}

interface SideFieldsProps {
  name: 'a' | 'b';
  side: Side;
  channels: readonly OwnerChoice[] | undefined;
  put: (part: Record<string, number | undefined>) => void;
}

function SideFields({ name, side, channels, put }: SideFieldsProps) {
  const styles = useStyles();
  const page = useChannelPageStyles();
  const id = useId();
  const { online, timeZone } = useUi();
  const label = name === 'a' ? 'Channel' : 'Compared with';
  const { channelId, version, times, timesKnown } = side;
  const texts = timeTexts(times, timeZone);
  return (
    <fieldset className={styles.side} aria-label={label}>
      <div className={page.field}>
        <label className={page.label} htmlFor={id}>
          {label}
        </label>
        <OwnerSelect
          id={id}
          label={label}
          owners={channels}
          value={channelId}
          onChange={value =>
            put({ [name]: typeof value === 'number' ? value : undefined, [`${name}Version`]: undefined })
          }
        />
      </div>
      <div className={page.field}>
        <span className={page.label} aria-hidden>
          As of
        </span>
        <PlainSelect
          label={`${label}: as of`}
          value={version === null ? '' : String(version)}
          onChange={value => put({ [`${name}Version`]: value === '' ? undefined : Number(value) })}
        >
          <option value="">Now</option>
          {version !== null && !times.some(change => change.version === version) && (
            <option value={String(version)}>Version {version}</option>
          )}
          {texts.map(change => (
            <option key={change.version} value={String(change.version)}>
              {change.whole}
            </option>
          ))}
        </PlainSelect>
      </div>
      {channelId !== null && !timesKnown && !online && (
        <p className={styles.note}>Earlier times are in the server's log and can be loaded only online.</p>
      )}
      {side.missing !== null && (
        <p className={styles.note} role="alert">
          {side.missing}
        </p>
      )}
    </fieldset>
  );
}

interface GroupTableProps {
  group: ComparedGroup;
  heads: readonly [string, string];
}

/** One group: its differences and, on request, the equal settings. */
function GroupTable({ group: { label, differ, equal }, heads }: GroupTableProps) {
  const styles = useStyles();
  const [open, setOpen] = useState(false);
  const id = useId();
  const rows = [...differ, ...(open ? equal : [])];
  const counts = [
    ...(differ.length === 0 ? [] : [`${differ.length} ${differ.length === 1 ? 'differs' : 'differ'}`]),
    ...(equal.length === 0 ? [] : [`${equal.length} equal`]),
  ];
  return (
    <section className={styles.group} aria-labelledby={id}>
      <div className={styles.bar}>
        <h2 className={styles.title} id={id}>
          {label}
        </h2>
        <span className={styles.count}>{counts.join(', ')}</span>
        {equal.length > 0 && (
          <Button
            size="small"
            appearance="subtle"
            aria-expanded={open}
            aria-label={`${open ? 'Hide' : 'Show'} equal settings of ${label}`}
            onClick={() => setOpen(!open)}
          >
            {open ? 'Hide equal' : 'Show equal'}
          </Button>
        )}
      </div>
      {rows.length > 0 && (
        <table className={styles.table} aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">Setting</th>
              <th scope="col">{heads[0]}</th>
              <th scope="col">{heads[1]}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, a, b }) => {
              const look = differ.some(setting => setting.name === name) ? styles.differs : styles.equal;
              return (
                <tr key={name}>
                  <th scope="row">{labelOf(channelConfig, name)}</th>
                  <td className={look}>
                    <SettingValue name={name} value={a} />
                  </td>
                  <td className={look}>
                    <SettingValue name={name} value={b} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** Compares two channels, or one channel at two times from its log, side by side: differences by group and setting. */
export function CompareScreen() {
  const styles = useStyles();
  const page = useChannelPageStyles();
  const { entity } = useSync();
  const { can, timeZone } = useUi();
  const [search, put] = useAddressState();
  const navigate = useNavigate();
  const list = useList(CHANNELS, {}, 1, CHANNELS_MOST);
  const isKnown = list.status === 'ready';
  const rows = isKnown ? list.rows.map(({ row }) => row) : undefined;
  const choices = rows?.map(row => ({ id: Number(row['channelId']), name: String(row['channelName']) }));
  const a = useSide('a', search, rows);
  const b = useSide('b', search, rows);
  const swap = () =>
    put({
      a: b.channelId ?? undefined,
      aVersion: b.version ?? undefined,
      b: a.channelId ?? undefined,
      bVersion: a.version ?? undefined,
    });
  const headOf = ({ channelId, version, times, row }: Side): string => {
    const named = `${channelId} ${String(row?.['channelName'] ?? '')}`;
    const change = timeTexts(times, timeZone).find(own => own.version === version);
    if (change) return `${named}, ${change.time}`;
    // If a channel is compared with its own past, a word marks the current state.
    return a.channelId === b.channelId ? `${named}, now` : named;
  };
  const same = a.channelId !== null && a.channelId === b.channelId && a.version === b.version;
  const groups = a.row && b.row && !same ? compareSettings(comparedGroups(entity), a.row, b.row) : null;
  const others = a.channelId !== null && b.channelId !== null && a.channelId !== b.channelId;
  return (
    <div className={page.root}>
      <PageHeader title="Compare Channels">
        <HistoryButton path={channelConfig.page.path} code={channelConfig.feature} />
      </PageHeader>
      <search className={styles.sides} aria-label="Channels to compare">
        <SideFields name="a" side={a} channels={choices} put={put} />
        <Button
          className={styles.swap}
          appearance="subtle"
          icon={<ArrowSwapRegular />}
          aria-label="Swap the sides"
          title="Swap the sides"
          disabled={a.channelId === null && b.channelId === null}
          onClick={swap}
        />
        <SideFields name="b" side={b} channels={choices} put={put} />
      </search>
      <ChannelsState list={list} />
      {isKnown && groups === null && (
        <EmptyState
          icon={<BranchCompareRegular />}
          title={same ? 'Both sides are the same' : 'Choose two channels, or one channel at two times'}
          hint="Differences are shown by group and setting; equal settings are collapsed."
        />
      )}
      {groups && (
        <>
          <div className={styles.head}>
            <p className={page.text} aria-live="polite">
              {comparedText(groups)}
            </p>
            {others && can(`${channelConfig.feature}.write`) && (
              <Button
                size="small"
                onClick={() => void navigate({ href: copyHref(a.channelId as number, [b.channelId as number]) })}
              >
                {`Copy from ${String(a.channelId)} to ${String(b.channelId)} ...`}
              </Button>
            )}
          </div>
          <div className={mergeClasses(styles.groups)}>
            {groups.map(group => (
              <GroupTable key={group.id} group={group} heads={[headOf(a), headOf(b)]} />
            ))}
          </div>
        </>
      )}
    </div>
  );
}
