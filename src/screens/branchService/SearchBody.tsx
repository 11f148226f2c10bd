import { useCallback, useId, useMemo, useState } from 'react';
import { Button, Checkbox, makeStyles, mergeClasses, Spinner, tokens } from '@fluentui/react-components';
import { BuildingShopRegular, CloudOffRegular } from '@fluentui/react-icons';
import { LIST_MOST } from '../../contract/common.ts';
import type { LocationRow } from '../../contract/locations.ts';
import { branch as branchResource } from '../../contract/resources/branch.ts';
import { dayError, readDay, weekdayOf } from '../../domain/calendarDay.ts';
import { COUNTRIES } from '../../domain/country.ts';
import { dayLabel, WEEKDAYS } from '../../domain/dayNames.ts';
import { formatCount } from '../../domain/format.ts';
import {
  BRANCH_SERVICES,
  distanceText,
  findBranches,
  readPoint,
  type BranchFacts,
  type BranchService,
  type FoundBranch,
} from '../../domain/lcs/search.ts';
import { readTimeOfDay } from '../../domain/timeOfDay.ts';
import { wholeNumber } from '../../domain/wholeNumber.ts';
import { useList } from '../../sync/hooks/useList.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import type { Row } from '../../sync/types.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { TextControl } from '../../ui/form/controls.tsx';
import { DayControl } from '../../ui/form/DayControl.tsx';
import { FormRow } from '../../ui/form/FormRow.tsx';
import { freshnessSentence } from '../../ui/list/freshness.ts';
import { PHONE, useMedia } from '../../ui/useMedia.ts';
import { useNow } from '../../ui/useNow.ts';
import { useUi } from '../../ui/UiContext.ts';
import { sourceOf } from '../resource/source.ts';
import { useFactStyles } from '../shared/factStyles.ts';
import { FactHead } from '../shared/FactHead.tsx';
import { PageLink } from '../shared/PageLink.tsx';
import { PlacePicker } from '../shared/PlacePicker.tsx';
import { BranchMap } from './BranchMap.tsx';
import { branchHref } from './paths.ts';
import { useAddressState } from '../shared/useAddressState.ts';

const useStyles = makeStyles({
  page: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 340px) minmax(0, 1fr)',
    alignItems: 'start',
    gap: tokens.spacingHorizontalL,
    flex: '1 1 auto',
    minHeight: 0,
    overflowY: 'auto',
    paddingBottom: tokens.spacingVerticalL,
    '@media (max-width: 1023px)': { gridTemplateColumns: 'minmax(0, 1fr)', overflowY: 'visible' },
  },
  form: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalL,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    // Labels are placed above their fields because the column is narrow.
    '& > div': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  services: { display: 'grid', gridTemplateColumns: '1fr 1fr', border: 'none', margin: 0, padding: 0 },
  legend: { padding: 0, marginBottom: tokens.spacingVerticalXS },
  answer: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingHorizontalM,
    '@media (min-width: 1600px)': { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', alignItems: 'start' },
  },
  head: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXXS, gridColumn: '1 / -1' },
  count: { margin: 0, fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  quiet: { margin: 0, color: tokens.colorNeutralForeground2, fontVariantNumeric: 'tabular-nums' },
  room: { overflowX: 'auto', minWidth: 0 },
  chosen: { backgroundColor: tokens.colorNeutralBackground1Selected },
  rank: { width: '48px' },
  pick: { minWidth: '32px', fontVariantNumeric: 'tabular-nums' },
  number: { textAlign: 'end', whiteSpace: 'nowrap' },
  name: { display: 'block', color: tokens.colorNeutralForeground2 },
  line: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXXS },
});

const SOURCE = sourceOf(branchResource, 'branch.search');
const NO_FILTERS: Row = {};
/** Number of rows shown initially, and added by each press of the button below them. */
const SHOWN = 50;

type Branch = BranchFacts & Row;

/** The search criteria in the URL. */
interface Asked {
  place: string;
  day: string;
  time: string;
  from: string;
  services: readonly BranchService[];
}

function askedOf(search: Readonly<Record<string, unknown>>): Asked {
  const text = (name: string) => (search[name] === undefined ? '' : String(search[name]));
  const wanted = text('services').split(',');
  return {
    place: text('place'),
    day: text('day'),
    time: text('time'),
    from: text('from'),
    services: BRANCH_SERVICES.map(({ key }) => key).filter(key => wanted.includes(key)),
  };
}

/**
 * Lists the branches on this device that serve a place, are open on a given day and offer the selected services,
 * nearest first (SUBAPP-6).
 */
export function SearchBody() {
  const styles = useStyles();
  const id = useId();
  const { entity } = useSync();
  const { online, timeZone } = useUi();
  const now = useNow();
  const [search, put] = useAddressState();
  const asked = askedOf(search);
  const [path, setPath] = useState<readonly LocationRow[] | null | undefined>(null);
  const onPath = useCallback((next: readonly LocationRow[] | null | undefined) => setPath(next), []);
  const [stray, setStray] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [shown, setShown] = useState(SHOWN);
  const data = useList<Row, Row>(SOURCE, NO_FILTERS, 1, LIST_MOST);
  const day = readDay(asked.day);
  const time = asked.time.trim() === '' ? null : readTimeOfDay(asked.time);
  const point = asked.from.trim() === '' ? null : readPoint(asked.from);
  const dayWrong = dayError('Open on', asked.day);
  const timeWrong = asked.time.trim() !== '' && time === null ? 'Open at must be a time, such as 09:30' : null;
  const pointWrong =
    asked.from.trim() !== '' && point === null
      ? 'Nearest to must be latitude and longitude in degrees, such as -6.885, 107.6136'
      : null;
  const placeId = wholeNumber(asked.place);
  // The path belongs to a previously typed id.
  const place = asked.place === '' ? [] : path && path.at(-1)?.locationId === placeId ? path : null;
  const placeWrong =
    stray ??
    (asked.place !== '' && (placeId === null || path === null)
      ? `There is no location ${asked.place} in ${COUNTRIES[entity].inText}`
      : null);
  const wrong = placeWrong ?? dayWrong ?? timeWrong ?? pointWrong;
  const branches = useMemo(
    () => data.rows.filter(({ pending }) => pending?.effect !== 'delete').map(({ row }) => row as unknown as Branch),
    [data.rows],
  );
  const services = asked.services.join();
  const answer = useMemo(
    () =>
      place === null || wrong !== null
        ? null
        : findBranches(branches, {
            place,
            weekday: day === null ? null : weekdayOf(day),
            time,
            services: services === '' ? [] : (services.split(',') as BranchService[]),
            from: point,
          }),
    // oxlint-disable-next-line react/exhaustive-deps -- the texts of the address cover place and point
    [branches, path, asked.place, asked.from, day, time, services, wrong],
  );
  const parent = place && place.length > 0 ? place.slice(0, -1) : null;
  const up = parent?.at(-1);
  return (
    <div className={styles.page}>
      <search className={styles.form} aria-label="Branch filters">
        <h2 className={styles.title}>Find branches</h2>
        <FormRow name="place" label="Serving" required={false} error={placeWrong} disabled={false} noteInside>
          {control => (
            <PlacePicker
              control={control}
              deepest={3}
              value={asked.place}
              onChange={next => put({ place: next === '' ? undefined : next })}
              onPath={onPath}
              onStray={setStray}
            />
          )}
        </FormRow>
        <FormRow
          name="day"
          label="Open on"
          required={false}
          error={dayWrong}
          hint={day === null ? undefined : WEEKDAYS[weekdayOf(day)]}
          disabled={false}
        >
          {control => (
            <DayControl
              control={control}
              value={asked.day}
              onChange={next => put({ day: next === '' ? undefined : next })}
            />
          )}
        </FormRow>
        <FormRow name="time" label="Open at" required={false} error={timeWrong} disabled={false}>
          {control => (
            <TextControl
              control={control}
              value={asked.time}
              maxLength={8}
              placeholder="Any time"
              onChange={next => put({ time: next === '' ? undefined : next })}
            />
          )}
        </FormRow>
        <fieldset className={styles.services}>
          <legend className={styles.legend}>Required services</legend>
          {BRANCH_SERVICES.map(({ key, label }) => (
            <Checkbox
              key={key}
              label={label}
              checked={asked.services.includes(key)}
              onChange={(_, { checked }) => {
                const next = BRANCH_SERVICES.map(service => service.key).filter(other =>
                  other === key ? checked === true : asked.services.includes(other),
                );
                put({ services: next.length === 0 ? undefined : next.join() });
              }}
            />
          ))}
        </fieldset>
        <FormRow
          name="from"
          label="Nearest to"
          required={false}
          error={pointWrong}
          hint="Latitude, longitude. If empty, distances are measured from the center of the branches found."
          disabled={false}
        >
          {control => (
            <TextControl
              control={control}
              value={asked.from}
              maxLength={40}
              placeholder="-6.885, 107.6136"
              onChange={next => put({ from: next === '' ? undefined : next })}
            />
          )}
        </FormRow>
      </search>
      <section className={styles.answer} aria-label="Branches found">
        {data.status === 'loading' && <Spinner size="small" label="Loading the branches" />}
        {data.status === 'error' && (
          <EmptyState
            urgent
            icon={<CloudOffRegular />}
            title={
              online
                ? 'The branches could not be loaded'
                : 'You are offline, and this country’s branches are not on this device yet'
            }
            hint={data.problem ?? ''}
          >
            <Button onClick={data.refetch}>Retry</Button>
          </EmptyState>
        )}
        {data.status === 'ready' && wrong !== null && (
          <EmptyState title={wrong} hint="Correct the value to see the branches." />
        )}
        {data.status === 'ready' && wrong === null && answer === null && (
          <Spinner size="small" label="Looking up the place" />
        )}
        {data.status === 'ready' && answer && (
          <>
            <div className={styles.head} aria-live="polite">
              <p className={styles.count}>
                {answer.found.length === 0 ? 'No branch' : formatCount(answer.found.length)}
                {answer.found.length === 0 ? '' : answer.found.length === 1 ? ' branch' : ' branches'}
                {place && place.length > 0 ? ` for ${place.map(({ name }) => name).join(' / ')}` : ''}
                {day === null ? '' : ` on ${dayLabel(day)}`}
                {time === null ? '' : ` at ${time}`}
              </p>
              <p className={styles.quiet}>
                {sentences(answer, point !== null, place ?? [])} {freshnessSentence({ ...data, online }, now, timeZone)}
              </p>
              {data.total > LIST_MOST && (
                <p className={styles.quiet}>
                  This country has {formatCount(data.total)} branches; the first {formatCount(LIST_MOST)} are searched.
                </p>
              )}
            </div>
            {answer.found.length === 0 ? (
              <EmptyState
                icon={<BuildingShopRegular />}
                title={data.total === 0 ? 'This country has no branches yet' : 'No matching branch'}
                hint={
                  data.total === 0
                    ? 'Create one, or import them from a file, on the page Branches.'
                    : 'Try fewer services, another day or a larger area.'
                }
              >
                {parent && (
                  <Button onClick={() => put({ place: up ? String(up.locationId) : undefined })}>
                    {up ? `Search all of ${up.name}` : `Search all of ${COUNTRIES[entity].inText}`}
                  </Button>
                )}
              </EmptyState>
            ) : (
              <>
                <BranchMap
                  branches={answer.found.map(({ branch, meters }, at) => ({
                    code: branch.code,
                    latitude: branch.latitude,
                    longitude: branch.longitude,
                    number: at + 1,
                    label: `${at + 1}: ${branch.code} ${branch.name}${meters === null ? '' : `, ${distanceText(meters)}`}`,
                  }))}
                  from={answer.from}
                  chosen={chosen}
                  onChoose={code => {
                    setChosen(code);
                    const at = answer.found.findIndex(({ branch }) => branch.code === code);
                    if (at >= shown) setShown(at + 1);
                    requestAnimationFrame(() =>
                      document.getElementById(`${id}${code}`)?.scrollIntoView({ block: 'nearest' }),
                    );
                  }}
                />
                <FoundTable
                  id={id}
                  found={answer.found.slice(0, shown)}
                  chosen={chosen}
                  withHours={day !== null}
                  onChoose={setChosen}
                />
                {answer.found.length > shown && (
                  <Button onClick={() => setShown(shown + SHOWN)}>
                    Show {formatCount(Math.min(SHOWN, answer.found.length - shown))} more of{' '}
                    {formatCount(answer.found.length)}
                  </Button>
                )}
              </>
            )}
          </>
        )}
      </section>
    </div>
  );
}

/** The basis of the result: the criteria that were ignored, and the point from which distances are measured. */
function sentences(
  { leftOut, from, serving }: ReturnType<typeof findBranches>,
  isTyped: boolean,
  place: readonly { name: string }[],
): string {
  const left = [
    [leftOut.disabled, 'disabled'],
    [leftOut.closed, 'closed at that time'],
    [leftOut.services, 'without all of these services'],
  ]
    .filter(([count]) => count !== 0)
    .map(([count, why]) => `${formatCount(Number(count))} ${why}`);
  const all = `${formatCount(serving)} ${serving === 1 ? 'branch' : 'branches'}`;
  const out = left.length === 0 ? '' : ` Not shown (of ${all}): ${left.join(', ')}.`;
  if (from === null) return `Sorted by code: choose a place or coordinates to see the nearest first.${out}`;
  return isTyped
    ? `Sorted by distance from the given coordinates.${out}`
    : `Sorted by distance from the center of the branches in ${place.at(-1)?.name ?? 'the country'}.${out}`;
}

interface FoundTableProps {
  id: string;
  found: readonly FoundBranch<Branch>[];
  chosen: string | null;
  withHours: boolean;
  onChoose: (code: string) => void;
}

/** The branches on the map, as a list with matching numbers, nearest first. */
function FoundTable({ id, found, chosen, withHours, onChoose }: FoundTableProps) {
  const styles = useStyles();
  const facts = useFactStyles();
  const isPhone = useMedia(PHONE);
  const services = (branch: Branch) =>
    BRANCH_SERVICES.filter(({ key }) => branch[key])
      .map(({ label }) => label)
      .join(', ') || '/';
  const place = (branch: Branch) =>
    [branch.state, branch.city, branch.district].filter(name => name !== '').join(' / ');
  return (
    <div className={styles.room}>
      <table className={facts.table} aria-label="Branches, nearest first">
        {!isPhone && (
          <FactHead
            labels={[
              'No.',
              'Branch',
              'Place',
              withHours ? 'Hours of the day' : 'Opening Hours',
              'Services',
              'Distance',
            ]}
          />
        )}
        <tbody>
          {found.map(({ branch, meters, hours }, at) => {
            const name = (
              <>
                <PageLink href={branchHref(branch.code)} label={`Branch ${branch.code} in the list`}>
                  {branch.code}
                </PageLink>
                <span className={styles.name}>{branch.name}</span>
              </>
            );
            const open = withHours && hours ? `${hours.from} to ${hours.to}` : branch.openingHours;
            const distance = meters === null ? '/' : distanceText(meters);
            return (
              <tr
                key={branch.code}
                id={`${id}${branch.code}`}
                className={mergeClasses(branch.code === chosen && styles.chosen)}
              >
                <td className={mergeClasses(facts.cell, styles.rank)}>
                  <Button
                    size="small"
                    appearance={branch.code === chosen ? 'primary' : 'outline'}
                    shape="circular"
                    className={styles.pick}
                    aria-pressed={branch.code === chosen}
                    aria-label={`${at + 1}: show ${branch.code} on the map`}
                    onClick={() => onChoose(branch.code)}
                  >
                    {at + 1}
                  </Button>
                </td>
                {isPhone ? (
                  <td className={facts.cell} aria-label={branch.code}>
                    <span className={styles.line}>
                      <span>{name}</span>
                      <span>{place(branch)}</span>
                      <span>{open}</span>
                      <span>{services(branch)}</span>
                      <span>{distance}</span>
                    </span>
                  </td>
                ) : (
                  <>
                    <td className={facts.cell}>{name}</td>
                    <td className={facts.cell}>{place(branch)}</td>
                    <td className={facts.cell}>{open}</td>
                    <td className={facts.cell}>{services(branch)}</td>
                    <td className={mergeClasses(facts.cell, styles.number)}>{distance}</td>
                  </>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
