import { isCalendarDay } from '../../../domain/nonWorkingDays.ts';
import { useId, useState } from 'react';
import { Button, Spinner, makeStyles, tokens } from '@fluentui/react-components';
import { ChartMultipleRegular, CloudOffRegular } from '@fluentui/react-icons';
import { keyOfOwner, OWNERS, type IdScope } from '../../../contract/owner.ts';
import { COVERED, type Covered } from '../../../domain/coverage.ts';
import { formatCount } from '../../../domain/format.ts';
import { APPLICABLE_TYPES, LEVEL_NAMES } from '../../../domain/serviceable.ts';
import { CHECK_SCENARIOS, type CheckScenario } from '../../../domain/serviceability.ts';
import { RESTRICTION } from '../../../domain/serviceableChoices.ts';
import { keepChannelOffline } from '../../../sync/actions/keepOffline.ts';
import { useOwners } from '../../../sync/hooks/useChannels.ts';
import { useCoverage, type CoverageNode, type CoverageReply, type PastState } from '../../../sync/hooks/useCoverage.ts';
import { useSync } from '../../../sync/hooks/useSync.ts';
import { OwnerSelect, type OwnerValue } from '../../../ui/OwnerSelect.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { useLinkStyles } from '../../../ui/linkStyles.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { PlainInput } from '../../../ui/PlainInput.tsx';
import { PlainSelect } from '../../../ui/PlainSelect.tsx';
import { useUi } from '../../../ui/UiContext.ts';
import { notifyKept } from '../../shared/notifyKept.ts';
import { PageLink } from '../../shared/PageLink.tsx';
import { HeadRow, Labelled, LabelledSelect, NARROW, ROWS_AS_CARDS } from '../parts.tsx';
import {
  basisText,
  levelHeading,
  locationsHref,
  openText,
  placesText,
  postcodesText,
  shareText,
  type Asked,
} from './coverageTexts.ts';
import { ChannelsWithGaps } from './ChannelsWithGaps.tsx';
import { Gaps } from './Gaps.tsx';
import { Icicle } from './Icicle.tsx';
import { useAddressState } from '../../shared/useAddressState.ts';
import { HistoryButton } from '../../shared/HistoryButton.tsx';
import { FEATURE } from '../../../domain/permission.ts';
import { SERVICEABLE_PATH } from '../tabs.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalL,
    paddingBottom: tokens.spacingVerticalXXXL,
  },
  form: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(200px, 100%), 1fr))',
    gap: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
  },
  section: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minWidth: 0 },
  heading: { margin: 0, fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
  path: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  card: {
    overflowX: 'auto',
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  table: {
    borderCollapse: 'collapse',
    width: '100%',
    '& th, & td': {
      padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
      textAlign: 'start',
      borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke3}`,
      whiteSpace: 'nowrap',
    },
    '& thead th': { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
    '& tbody tr:last-child > *': { borderBottom: 'none' },
    '& tbody th': { fontWeight: tokens.fontWeightRegular },
    '& [data-number]': { textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
    [NARROW]: {
      ...ROWS_AS_CARDS,
      '& tbody th': { fontWeight: tokens.fontWeightSemibold },
      '& tbody [data-number]': { textAlign: 'start' },
    },
  },
  share: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXXS, minWidth: '92px' },
  numbers: { fontVariantNumeric: 'tabular-nums' },
  /** In a window 1280 px wide, all services of a level fit side by side. */
  counts: { fontVariantNumeric: 'tabular-nums', whiteSpace: 'normal' },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  bar: {
    display: 'flex',
    height: '4px',
    borderRadius: tokens.borderRadiusSmall,
    overflow: 'hidden',
    backgroundColor: tokens.colorNeutralBackground6,
  },
  served: { backgroundColor: tokens.colorPaletteGreenBackground3 },
  partly: { backgroundColor: tokens.colorPaletteYellowBackground3 },
});

/**
 * A bar of the served share and, for several places, the partly served share; the numbers next to it contain the same
 * information.
 */
function Bar({ served, partly = 0, units }: { served: number; partly?: number; units: number }) {
  const styles = useStyles();
  const width = (count: number) => ({ width: `${(count / Math.max(1, units)) * 100}%` });
  return (
    <span className={styles.bar} aria-hidden>
      <span className={styles.served} style={width(served)} />
      <span className={styles.partly} style={width(partly)} />
    </span>
  );
}

const LEVELS = [
  { value: '', label: 'As configured' },
  ...LEVEL_NAMES.map((label, level) => ({ value: String(level), label })),
];
const SCOPES = [
  { value: 'channel', label: 'Channel' },
  { value: '3pl', label: '3PL' },
] as const;

function LevelTable({ reply }: { reply: CoverageReply }) {
  const styles = useStyles();
  return (
    // It contains no focusable element, and on a phone it has to be scrollable.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.card} aria-label="Levels" tabIndex={0}>
      <table className={styles.table} aria-label="Coverage by level">
        <HeadRow
          before={
            <>
              <th scope="col">Level</th>
              <th scope="col" data-number>
                Places
              </th>
            </>
          }
          services={COVERED}
        />
        <tbody>
          {reply.levels.map(({ level, places, byStatus }) => (
            <tr key={level}>
              <th scope="row">{LEVEL_NAMES[level]}</th>
              <td data-number data-wide data-label="Places">
                {formatCount(places)}
              </td>
              {COVERED.map(({ key, label }) => {
                const { served, depends, partly, not } = byStatus[key];
                return (
                  <td key={key} data-label={label}>
                    <span className={styles.share}>
                      <span className={styles.counts}>
                        {formatCount(served)} served{depends > 0 && `, ${formatCount(depends)} depend`}
                        {partly > 0 && `, ${formatCount(partly)} partly`}
                        {not > 0 && `, ${formatCount(not)} not`}
                      </span>
                      <Bar served={served} partly={depends + partly} units={places} />
                    </span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface NodeTableProps {
  reply: CoverageReply;
  other: CoverageReply | null | undefined;
  /** What the counts are compared with, in words; null for nothing. */
  against: string | null;
  asked: Asked;
  service: number;
  onOpen: (locationId: number) => void;
}

/** The places inside the selected one; each number links to the list of locations, filtered to its place. */
function NodeTable({ reply, other, against, asked, service, onOpen }: NodeTableProps) {
  const styles = useStyles();
  const links = useLinkStyles();
  const theirs = new Map((other?.nodes ?? []).map(node => [node.locationId, node]));
  const above = reply.path.map(({ name }) => name);
  const difference = (node: CoverageNode): string => {
    const match = theirs.get(node.locationId);
    if (!match) return '';
    const more = (node.served[service] ?? 0) - (match.served[service] ?? 0);
    return more === 0 ? 'the same' : `${more > 0 ? '+' : '−'}${formatCount(Math.abs(more))}`;
  };
  return (
    <div className={styles.card}>
      <table className={styles.table} aria-label="Coverage by place">
        <HeadRow
          before={
            <>
              <th scope="col">Place</th>
              <th scope="col" data-number>
                {levelHeading(reply.level)}
              </th>
            </>
          }
          services={COVERED}
          after={against !== null && <th scope="col">Compared with {against}</th>}
        />
        <tbody>
          {reply.nodes.map(node => (
            <tr key={node.locationId}>
              <th scope="row">
                {node.level < reply.level ? (
                  <button type="button" className={links.link} onClick={() => onOpen(node.locationId)}>
                    {node.name}
                  </button>
                ) : (
                  node.name
                )}
              </th>
              <td data-number data-wide data-label={levelHeading(reply.level)}>
                {formatCount(node.units)}
              </td>
              {COVERED.map(({ key, label, bit }) => {
                const count = node.served[bit] ?? 0;
                const open = node.open[bit] ?? 0;
                return (
                  <td key={key} data-label={label}>
                    <span className={styles.share}>
                      <span className={styles.numbers}>
                        <PageLink
                          href={locationsHref(asked, key === 'deliver' || key === 'cod' ? 'buyer' : 'seller', [
                            ...above,
                            node.name,
                          ])}
                        >
                          {formatCount(count)}
                        </PageLink>{' '}
                        <span className={styles.quiet}>
                          {shareText(count, node.units)}
                          {open > 0 && `, ${openText(open)}`}
                        </span>
                      </span>
                      <Bar served={count} partly={open} units={node.units} />
                    </span>
                  </td>
                );
              })}
              {against !== null && (
                <td className={styles.numbers} data-wide data-label={`Compared with ${against}`}>
                  {difference(node)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const numberOf = (value: unknown): number | null => {
  const number = Number(value);
  return value !== undefined && value !== '' && Number.isSafeInteger(number) && number > 0 ? number : null;
};

/** The day in the URL; undefined if it is not a day between 1970 and 2099. */
const dayOf = (value: unknown): string | undefined =>
  typeof value === 'string' && isCalendarDay(value) ? value : undefined;

/** The counts for the whole country, next to those with which they are compared. */
function againstText(
  reply: CoverageReply,
  other: CoverageReply | null | undefined,
  past: PastState,
  against: string,
  online: boolean,
  bit: number,
  label: string,
): string {
  if (typeof past === 'object') {
    const why =
      past.problem === '' || !online ? 'The log is on the server, which cannot be reached now.' : past.problem;
    return `Comparison with ${against} is not possible. ${why}`;
  }
  if (!other) return other === null ? '' : `Counting ${against} ...`;
  const said = ({ all, level }: CoverageReply): string =>
    `${formatCount(all.served[bit] ?? 0)} of ${placesText(all.units, level)}${(all.open[bit] ?? 0) > 0 ? ` (${openText(all.open[bit] ?? 0)})` : ''}`;
  const change = (of: 'served' | 'open', what: string): string[] => {
    const [now, then] = [reply.all[of][bit] ?? 0, other.all[of][bit] ?? 0];
    return now === then ? [] : [`${formatCount(Math.abs(now - then))} ${now > then ? 'more' : 'fewer'}${what}`];
  };
  const changes = [...change('served', ''), ...change('open', ' depending on the other address')];
  const more = changes.length === 0 ? 'no difference' : changes.join(', ');
  return `${label}: ${said(reply)} here, ${said(other)} for ${against}: ${more}.`;
}

/**
 * "Coverage at a glance": what a channel or 3PL serves, level by level and place by place, and what has probably been
 * forgotten.
 */
export function CoverageScreen() {
  const styles = useStyles();
  const id = useId();
  const { client, entity } = useSync();
  const { notify, online } = useUi();
  const [search, put] = useAddressState();
  const scope: IdScope = search['of'] === '3pl' ? '3pl' : 'channel';
  const { title, word } = OWNERS[scope];
  const owners = useOwners(scope);
  const ownerId = numberOf(search['channel']);
  const otherId = numberOf(search['against']);
  const day = dayOf(search['day']);
  const type: 0 | 1 = Number(search['type']) === 1 ? 1 : 0;
  const level = LEVEL_NAMES[Number(search['level'] ?? -1)] === undefined ? null : Number(search['level']);
  const scenario: CheckScenario =
    CHECK_SCENARIOS.find(({ value }) => value === search['scenario'])?.value ?? 'checkout';
  const parent = numberOf(search['place']) ?? 0;
  const [service, setService] = useState<Covered>('deliver');
  const { bit, label } = COVERED.find(({ key }) => key === service) ?? COVERED[0];
  const ask = (id: number | null, at: number | null) =>
    id === null ? null : { owner: keyOfOwner({ kind: scope, id }), type, scenario, level: at, parent };
  const { reply } = useCoverage(ask(ownerId, level), online);
  /** Compares with another channel or 3PL, with a past day, or with both at once. */
  const compared = ownerId !== null && (otherId !== null || day !== undefined);
  const set = compared ? ask(otherId ?? ownerId, reply?.level ?? level) : null;
  const { reply: other, past } = useCoverage(set && { ...set, day }, online);
  const against = compared ? [otherId, day].filter(part => part !== null && part !== undefined).join(', ') : null;
  const open = (locationId: number) => put({ place: locationId === 0 ? undefined : locationId });
  const keep = (id: number) =>
    void keepChannelOffline(client, entity, keyOfOwner({ kind: scope, id }), true).then(
      persistent => notifyKept(notify, persistent),
      () => notify.error('The lists could not be saved for offline use. Reload the page and try again.'),
    );
  const choose = (name: 'channel' | 'against') => (value: OwnerValue) =>
    put({ [name]: typeof value === 'number' ? value : undefined, ...(name === 'channel' ? { place: undefined } : {}) });
  const missing = reply === null ? ownerId : other === null ? otherId : null;
  return (
    <div className={styles.root}>
      <PageHeader title="Coverage">
        <HistoryButton path={`${SERVICEABLE_PATH}/location`} code={FEATURE.serviceableArea} />
      </PageHeader>
      <search className={styles.form} aria-label="Coverage filters">
        <LabelledSelect
          label="Of"
          value={scope}
          options={SCOPES}
          onChange={value =>
            put({ of: value === '3pl' ? value : undefined, channel: undefined, against: undefined, place: undefined })
          }
        />
        {(['channel', 'against'] as const).map(name => {
          const named = name === 'channel' ? title : `Compare with ${word}`;
          return (
            <Labelled key={name} label={named} id={`${id}${name}`}>
              <OwnerSelect
                id={`${id}${name}`}
                label={named}
                noun={word}
                owners={owners}
                value={name === 'channel' ? ownerId : otherId}
                onChange={choose(name)}
              />
            </Labelled>
          );
        })}
        <Labelled label="Compare with date" id={`${id}day`}>
          <PlainInput
            id={`${id}day`}
            type="date"
            value={day ?? ''}
            min="1970-01-01"
            max="2099-12-31"
            onText={text => put({ day: dayOf(text) })}
          />
        </Labelled>
        <LabelledSelect
          label="Applicable Type"
          value={String(type)}
          options={APPLICABLE_TYPES}
          onChange={value => put({ type: value === '0' ? undefined : value })}
        />
        <LabelledSelect
          label="Scenario"
          value={scenario}
          options={CHECK_SCENARIOS}
          onChange={value => put({ scenario: value === 'checkout' ? undefined : value })}
        />
        <LabelledSelect
          label="Level"
          value={level === null ? '' : String(level)}
          options={LEVELS}
          onChange={value => put({ level: value === '' ? undefined : value, place: undefined })}
        />
      </search>
      {ownerId === null && (
        <EmptyState
          icon={<ChartMultipleRegular />}
          title={`Choose a ${word} to see what it serves`}
          hint="Counted from the lists stored on this device."
        />
      )}
      {ownerId === null && scope === 'channel' && (
        <ChannelsWithGaps hrefOf={channelId => `/carrier/coverage?channel=${channelId}`} />
      )}
      {missing !== null && (
        <EmptyState
          icon={<CloudOffRegular />}
          title={`The lists of ${word} ${missing} are not on this device`}
          hint={
            online
              ? 'Keep them offline to count their coverage as soon as they are loaded.'
              : 'The server cannot be reached. Keep them offline to load them as soon as it can be reached.'
          }
        >
          <Button appearance="primary" onClick={() => keep(missing)}>
            Keep {word} {missing} offline
          </Button>
        </EmptyState>
      )}
      {ownerId !== null && reply === undefined && <Spinner size="small" label="Counting" />}
      {ownerId !== null && reply && (
        <>
          <p className={styles.text}>{basisText(reply, word)}</p>
          {reply.postcodes && <p className={styles.text}>{postcodesText(reply.postcodes, reply.level)}</p>}
          {day !== undefined && reply.config?.extraLimitType === RESTRICTION.sameZone && (
            <p className={styles.text}>The log has no zones for that day, so the current zones are used.</p>
          )}
          {against !== null && (
            <output className={styles.text}>{againstText(reply, other, past, against, online, bit, label)}</output>
          )}
          <LevelTable reply={reply} />
          <section className={styles.section} aria-labelledby={`${id}places`}>
            <h2 className={styles.heading} id={`${id}places`}>
              Places
            </h2>
            <div className={styles.path}>
              <Button size="small" appearance="transparent" disabledFocusable={parent === 0} onClick={() => open(0)}>
                Whole country
              </Button>
              {reply.path.map(({ locationId, name }) => (
                <span key={locationId}>
                  {'> '}
                  <Button
                    size="small"
                    appearance="transparent"
                    disabledFocusable={locationId === parent}
                    onClick={() => open(locationId)}
                  >
                    {name}
                  </Button>
                </span>
              ))}
              <PlainSelect small label="Shown service" value={service} onChange={value => setService(value as Covered)}>
                {COVERED.map(({ key, label: text }) => (
                  <option key={key} value={key}>
                    {text}
                  </option>
                ))}
              </PlainSelect>
            </div>
            {reply.nodes.length === 0 ? (
              <p className={styles.text}>Nothing below this place is counted at this level.</p>
            ) : (
              <>
                <Icicle
                  nodes={reply.nodes}
                  service={bit}
                  label={`${label} by place`}
                  onOpen={({ locationId, level: of }) => open(of < reply.level ? locationId : parent)}
                />
                <NodeTable
                  reply={reply}
                  other={other}
                  against={against}
                  asked={{ scope, ownerId, type }}
                  service={bit}
                  onOpen={open}
                />
              </>
            )}
          </section>
          <section className={styles.section} aria-labelledby={`${id}gaps`}>
            <h2 className={styles.heading} id={`${id}gaps`}>
              Worth a look
            </h2>
            <Gaps gaps={reply.gaps} asked={{ scope, ownerId, type }} level={reply.level} />
          </section>
          {against !== null && other && (
            <section className={styles.section} aria-labelledby={`${id}theirs`}>
              <h2 className={styles.heading} id={`${id}theirs`}>
                Worth a look, compared with {against}
              </h2>
              <Gaps gaps={other.gaps} asked={{ scope, ownerId: otherId ?? ownerId, type }} level={other.level} />
            </section>
          )}
        </>
      )}
    </div>
  );
}
