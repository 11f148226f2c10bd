import { useMemo } from 'react';
import { mergeClasses } from '@fluentui/react-components';
import { TableSearchRegular } from '@fluentui/react-icons';
import { CHANNEL_CATEGORIES } from '../../domain/cdt/channelCdt.ts';
import { COUNTRIES } from '../../domain/country.ts';
import type { Family, RateChannelRow } from '../../contract/rateTable/versions.ts';
import { fold } from '../../domain/fold.ts';
import { formatTime, MISSING } from '../../domain/format.ts';
import type { Category } from '../../domain/permission.ts';
import { useKept } from '../../sync/hooks/useKept.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PlainInput } from '../../ui/PlainInput.tsx';
import { PlainSelect } from '../../ui/PlainSelect.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { useNow } from '../../ui/useNow.ts';
import { useUi } from '../../ui/UiContext.ts';
import { useFactStyles } from '../shared/factStyles.ts';
import { FactTable } from '../shared/FactTable.tsx';
import { PageLink } from '../shared/PageLink.tsx';
import { useSearchBox } from '../shared/useSearchBox.ts';
import { FamilyPage, InFamily, useFamily } from './family.tsx';
import { useLooks } from './looks.ts';
import { channelHref, versionHref } from './paths.ts';
import { Age, Waiting } from './Waiting.tsx';

/** Time in seconds before the next version begins from which a version is shown as about to end. */
const ENDS_WITHIN = 14 * 24 * 3600;

/** The filter by state. */
const HAVING = {
  '': { label: 'All channels', is: () => true },
  table: { label: 'With a rate table', is: row => row.hasRateTable },
  none: { label: 'Without a rate table', is: row => !row.hasRateTable },
  Active: { label: 'With an active version', is: row => row.activeVersionNo !== null },
  Ends: {
    label: 'With a version that ends within 14 days',
    is: (row, now) => row.activeVersionNo !== null && row.nextFrom !== null && row.nextFrom <= now + ENDS_WITHIN,
  },
  Scheduled: { label: 'With a scheduled version', is: row => row.scheduled > 0 },
  Submitted: { label: 'With a submitted version', is: row => row.submitted > 0 },
  Draft: { label: 'With a draft', is: row => row.drafts > 0 },
  Expired: { label: 'With an expired version', is: row => row.expired > 0 },
} as const satisfies Readonly<Record<string, { label: string; is: (row: RateChannelRow, now: number) => boolean }>>;
type Having = keyof typeof HAVING;

const ALL = { page: 1, count: 5000 };

const HEADS = [
  'Channel ID',
  'Channel',
  'Product',
  'Category',
  'In effect now',
  'Next from',
  'Versions',
  'Last change',
] as const;

/** Why no channel is listed, and what to do about it. */
function nothing(isFiltered: boolean, category: Category): { title: string; hint: string } {
  if (isFiltered) return { title: 'No channel matches', hint: 'Change the text or the filter above.' };
  const own = CHANNEL_CATEGORIES.find(({ value }) => value === category);
  return own
    ? {
        title: `This country has no channel of your category, ${own.label}`,
        hint: 'An administrator can set your category to All.',
      }
    : {
        title: 'This country has no channel yet',
        hint: 'Create a channel in Channel Config first, then create its rate table here.',
      };
}

/**
 * The channels that have prices or could have them, searchable by number, name, product and version state (RATE-11,
 * RATE-18).
 */
function Channels() {
  const styles = useLooks();
  const facts = useFactStyles();
  const { entity, timeZone, person } = useUi();
  const { calls, base, collection } = useFamily();
  const read = useKept(calls.queryChannels, ALL, collection);
  const box = useSearchBox();
  const now = Math.floor(useNow() / 1000);
  const having = box.chosen('having', Object.keys(HAVING)) as Having;
  const rows = useMemo(() => {
    const wanted = fold(box.q.trim());
    return (read.data?.list ?? []).filter(
      row =>
        HAVING[having].is(row, now) &&
        (wanted === '' ||
          String(row.channelId).startsWith(wanted) ||
          fold(`${row.channelName} ${row.productName ?? ''} ${row.productId ?? ''}`).includes(wanted)),
    );
  }, [read.data, box.q, having, now]);
  if (!read.data) return <Waiting what="the channels" state={read} />;
  const { missing } = read.data;
  return (
    <div className={styles.page}>
      <search className={styles.bar} aria-label="Find a channel">
        <PlainInput
          type="search"
          aria-label="Channel ID, name or product"
          placeholder="Channel ID, name or product"
          className={styles.search}
          value={box.typed}
          onText={box.type}
        />
        <PlainSelect label="Versions" value={having} onChange={value => box.choose('having', value)}>
          {Object.entries(HAVING).map(([value, { label }]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </PlainSelect>
        <span className={styles.note}>
          {rows.length} of {read.data.list.length} in {COUNTRIES[entity].inText}
        </span>
        <Age {...read} />
      </search>
      {missing && (
        <p className={styles.warn} role="alert">
          The {missing.service} cannot be reached, so only channels that have a rate table are shown, without their
          products. Open this page again later. ({missing.message})
        </p>
      )}
      {rows.length === 0 ? (
        <EmptyState icon={<TableSearchRegular />} {...nothing(read.data.list.length > 0, person.category)} />
      ) : (
        <FactTable label="Channels" heads={HEADS}>
          {rows.map(row => (
            <tr key={row.channelId}>
              <td className={facts.cell}>
                <PageLink href={channelHref(base, row.channelId)}>{row.channelId}</PageLink>
              </td>
              <td className={facts.cell}>{row.channelName}</td>
              <td className={mergeClasses(facts.cell, row.productName === null && styles.quiet)}>
                {row.productName ?? MISSING} {row.isMasking && <Tag>Masking</Tag>}
              </td>
              <td className={facts.cell}>
                {CHANNEL_CATEGORIES.find(({ value }) => value === row.category)?.label ?? MISSING}
              </td>
              <td className={facts.cell}>
                {row.activeVersionId === null ? (
                  <span className={styles.quiet}>{row.hasRateTable ? 'no version' : 'no rate table'}</span>
                ) : (
                  <PageLink href={versionHref(base, row.activeVersionId)}>Version {row.activeVersionNo}</PageLink>
                )}
              </td>
              <td className={facts.cell}>{formatTime(row.nextFrom, timeZone)}</td>
              <td className={facts.cell}>
                <Counts row={row} />
              </td>
              <td className={facts.cell}>{formatTime(row.updatedAt, timeZone)}</td>
            </tr>
          ))}
        </FactTable>
      )}
    </div>
  );
}

function Counts({ row }: { row: RateChannelRow }) {
  const styles = useLooks();
  const counts = [
    [row.drafts, 'Draft', 'brand'],
    [row.submitted, 'Submitted', 'neutral'],
    [row.scheduled, 'Scheduled', 'warning'],
    [row.expired, 'Expired', 'neutral'],
  ] as const;
  return (
    <div className={styles.tags}>
      {counts
        .filter(([count]) => count > 0)
        .map(([count, word, tone]) => (
          <Tag key={word} tone={tone}>
            {count} {word}
          </Tag>
        ))}
    </div>
  );
}

const screen = (family: Family) => () => (
  <InFamily family={family}>
    <FamilyPage current="">
      <Channels />
    </FamilyPage>
  </InFamily>
);

/** The channels with their rate tables (RATE-11). */
export const RateChannelsScreen = screen('rate');
/** The channels with their third-party fees (FEE-1). */
export const ThirdPartyChannelsScreen = screen('thirdParty');
