import { useCallback, useId, useMemo, useState } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import { partsBefore } from '../../domain/cdt/channelCdt.ts';
import { hasCepRanges } from '../../domain/cdt/levels.ts';
import { formatDate, formatTime } from '../../domain/format.ts';
import { NEVER_OFF } from '../../domain/leadTime.ts';
import { daysOffOf } from '../../domain/daysOff.ts';
import { ALL } from '../../domain/nonWorkingDays.ts';
import { STATUS } from '../../domain/permission.ts';
import { useOwners } from '../../sync/hooks/useChannels.ts';
import { useLeadTimeRows } from '../../sync/hooks/useLeadTimeRows.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { OwnerSelect, isUnknownOwner, type OwnerValue } from '../../ui/OwnerSelect.tsx';
import { TextControl } from '../../ui/form/controls.tsx';
import { DayControl } from '../../ui/form/DayControl.tsx';
import { FormRow } from '../../ui/form/FormRow.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { PlacePicker } from '../shared/PlacePicker.tsx';
import { useCardStyles } from './cardStyles.ts';
import { CdtTabs } from './CdtTabs.tsx';
import { LeadTimeAnswer, NoAnswer } from './LeadTimeAnswer.tsx';
import {
  cepProblem,
  dayProblem,
  endOf,
  hourProblem,
  leadTimeState,
  NOWHERE,
  type AskedPlace,
  type Side,
} from '../shared/leadTime/leadTimeState.ts';
import { LEAD_TIME_PATH } from './paths.ts';
import { isPartly, scheduleState } from '../shared/leadTime/skippedText.ts';

const useStyles = makeStyles({
  page: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 540px) minmax(0, 1fr)',
    alignItems: 'start',
    gap: tokens.spacingHorizontalM,
    flex: '1 1 auto',
    minHeight: 0,
    overflowY: 'auto',
    paddingBottom: tokens.spacingVerticalS,
    '@media (max-width: 1023px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
    '@media (max-width: 639px)': { overflowY: 'visible' },
  },
  fields: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
});

/** Looks up the lead time for an origin, destination, channel and day in the cached rows, both online and offline. */
export function LeadTimeScreen() {
  const styles = useStyles();
  const cards = useCardStyles();
  const [asks, answers] = [useId(), useId()];
  const channels = useOwners('channel');
  const { client, entity } = useSync();
  const { online, timeZone } = useUi();
  const [chosen, setChosen] = useState<OwnerValue>(null);
  const [from, setFrom] = useState(NOWHERE);
  const [to, setTo] = useState(NOWHERE);
  const [now] = useState(() => Math.floor(client.env.clock.now() / 1000));
  const [day, setDay] = useState(() => formatDate(now, timeZone));
  const [hour, setHour] = useState(() => formatTime(now, timeZone).slice(11, 16));
  const unknown = isUnknownOwner(channels, chosen);
  const channelId = typeof chosen === 'number' && !unknown ? chosen : null;
  const origin = useMemo(() => endOf(from, entity), [from, entity]);
  const destination = useMemo(() => endOf(to, entity), [to, entity]);
  const found = useLeadTimeRows(channelId, origin, destination);
  const before = useMemo(() => partsBefore(found?.channel ?? null), [found]);
  // The state to which the parcel is delivered; in Malaysia, each state has its own weekends and holidays.
  const [region, originRegion] = [to.path?.[0]?.name ?? ALL, from.path?.[0]?.name ?? ALL];
  const nonWorking = found?.nonWorking;
  const off = useMemo(() => (nonWorking ? daysOffOf(nonWorking, region) : NEVER_OFF), [nonWorking, region]);
  // Where the parcel is picked up.
  const originOff = useMemo(
    () => (nonWorking ? daysOffOf(nonWorking, originRegion) : NEVER_OFF),
    [nonWorking, originRegion],
  );
  const firstMile = found?.firstMile;
  // The first mile has no region, because non-working days by state exist only for the last mile.
  const firstMileOff = useMemo(
    () => (firstMile && firstMile.status === STATUS.normal ? daysOffOf(firstMile) : null),
    [firstMile],
  );
  const state = useMemo(
    () =>
      leadTimeState({
        country: entity,
        online,
        channelId: unknown ? 'unknown' : channelId,
        origin: from,
        destination: to,
        day,
        hour,
        found,
        off,
        originOff,
        firstMileOff,
      }),
    [entity, online, unknown, channelId, from, to, day, hour, found, off, originOff, firstMileOff],
  );
  return (
    <CdtTabs current={LEAD_TIME_PATH}>
      <div className={styles.page}>
        <section className={cards.card} aria-labelledby={asks}>
          <h2 id={asks} className={cards.title}>
            Find a lead time
          </h2>
          <div className={styles.fields}>
            <FormRow name="channel" label="Channel" required error={null} disabled={false}>
              {({ id }) => (
                <OwnerSelect
                  id={id}
                  label="Channel"
                  owners={channels}
                  value={chosen}
                  invalid={unknown}
                  onChange={setChosen}
                />
              )}
            </FormRow>
            <EndFields side="Origin" place={from} onPlace={setFrom} />
            <EndFields side="Destination" place={to} onPlace={setTo} />
            <FormRow name="day" label="Handed over on" required error={dayProblem(day)} disabled={false}>
              {control => <DayControl control={control} value={day} onChange={setDay} />}
            </FormRow>
            <FormRow
              name="hour"
              label="Handed over at"
              required
              error={hourProblem(hour)}
              disabled={false}
              hint={`Time of day in ${timeZone}. Parcels handed over after the channel’s cutoff hour, or after the cutoff of its last timeslot, start on a later day.`}
            >
              {control => (
                <TextControl control={control} value={hour} maxLength={5} placeholder="15:30" onChange={setHour} />
              )}
            </FormRow>
          </div>
        </section>
        <section className={cards.card} aria-labelledby={answers} aria-live="polite">
          <h2 id={answers} className={cards.title}>
            Answer
          </h2>
          {state.kind === 'answer' ? (
            <LeadTimeAnswer
              answer={state.answer}
              before={before}
              handedOver={{
                day,
                hour,
                cutoff: found?.cutoff,
                ownDays: firstMileOff !== null,
                partly: isPartly(nonWorking, originRegion),
                slots: found?.slots,
              }}
              schedule={scheduleState(nonWorking, region)}
            />
          ) : (
            <NoAnswer state={state} />
          )}
        </section>
      </div>
    </CdtTabs>
  );
}

interface EndFieldsProps {
  side: Side;
  place: AskedPlace;
  onPlace: (next: (before: AskedPlace) => AskedPlace) => void;
}

function EndFields({ side, place, onPlace }: EndFieldsProps) {
  const { entity } = useUi();
  const key = side.toLowerCase();
  const onPath = useCallback((path: AskedPlace['path']) => onPlace(before => ({ ...before, path })), [onPlace]);
  const onStray = useCallback((stray: string | null) => onPlace(before => ({ ...before, stray })), [onPlace]);
  return (
    <>
      <FormRow
        name={key}
        label={side}
        required={false}
        error={null}
        disabled={false}
        {...(place.id === '' ? { hint: 'If empty, only country-wide rows apply.' } : {})}
        noteInside
      >
        {control => (
          <PlacePicker
            control={control}
            deepest={3}
            value={place.id}
            onChange={id => onPlace(before => ({ ...before, id }))}
            onPath={onPath}
            onStray={onStray}
          />
        )}
      </FormRow>
      {hasCepRanges(entity) && (
        <FormRow
          name={`${key}Cep`}
          label={`${side} CEP`}
          required={false}
          error={cepProblem(side, place.cep, entity)}
          disabled={false}
        >
          {control => (
            <TextControl
              control={control}
              value={place.cep}
              maxLength={9}
              placeholder="01310-000"
              onChange={cep => onPlace(before => ({ ...before, cep }))}
            />
          )}
        </FormRow>
      )}
    </>
  );
}
