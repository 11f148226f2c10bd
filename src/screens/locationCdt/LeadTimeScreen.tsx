import { useId, useMemo, useState } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import type { LocationRow } from '../../contract/locations.ts';
import { daysBefore } from '../../domain/cdt/channelCdt.ts';
import { hasCepRanges } from '../../domain/cdt/levels.ts';
import { formatDate } from '../../domain/format.ts';
import { readPostcode } from '../../domain/import/postcodes.ts';
import { CdtRows, leadTime, NEVER_OFF, type End } from '../../domain/leadTime.ts';
import { ALL, daysOffOf } from '../../domain/nonWorkingDays.ts';
import { useChannels } from '../../sync/hooks/useChannels.ts';
import { useLeadTimeRows } from '../../sync/hooks/useLeadTimeRows.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { ChannelSelect, isUnknownChannel, type ChannelValue } from '../../ui/ChannelSelect.tsx';
import { TextControl } from '../../ui/form/controls.tsx';
import { DayControl } from '../../ui/form/DayControl.tsx';
import { FormRow } from '../../ui/form/FormRow.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { PlacePicker } from '../shared/PlacePicker.tsx';
import { useCardStyles } from './cardStyles.ts';
import { CdtTabs } from './CdtTabs.tsx';
import { LeadTimeAnswer, NoAnswer, scheduleState } from './LeadTimeAnswer.tsx';
import { LEAD_TIME_PATH } from './paths.ts';

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

interface Place {
  id: string;
  path: readonly LocationRow[];
  cep: string;
}

const NOWHERE: Place = { id: '', path: [], cep: '' };

/** Asks for a lead time: origin, destination, channel and day; the answer comes from the cached rows, online or not. */
export function LeadTimeScreen() {
  const styles = useStyles();
  const cards = useCardStyles();
  const [asks, answers] = [useId(), useId()];
  const channels = useChannels();
  const { client, entity } = useSync();
  const { online, timeZone } = useUi();
  const [chosen, setChosen] = useState<ChannelValue>(null);
  const [from, setFrom] = useState(NOWHERE);
  const [to, setTo] = useState(NOWHERE);
  const [day, setDay] = useState(() => formatDate(Math.floor(client.env.clock.now() / 1000), timeZone));
  const channelId = typeof chosen === 'number' && !isUnknownChannel(channels, chosen) ? chosen : null;
  const origin = useEnd(from);
  const destination = useEnd(to);
  const found = useLeadTimeRows(channelId, origin, destination);
  const before = useMemo(() => daysBefore(found?.channel ?? null), [found]);
  // The state that the parcel is delivered in; in Malaysia its weekends and holidays are its own.
  const state = to.path[0]?.name ?? ALL;
  const nonWorking = found?.nonWorking;
  const off = useMemo(() => (nonWorking ? daysOffOf(nonWorking, state) : NEVER_OFF), [nonWorking, state]);
  const answer = useMemo(() => {
    if (!found || found.state !== 'ready' || day === '') return null;
    return leadTime(new CdtRows(found.rows), origin, destination, day, off, before);
  }, [found, origin, destination, day, off, before]);
  return (
    <CdtTabs current={LEAD_TIME_PATH}>
      <div className={styles.page}>
        <section className={cards.card} aria-labelledby={asks}>
          <h2 id={asks} className={cards.title}>
            Ask for a lead time
          </h2>
          <div className={styles.fields}>
            <FormRow name="channel" label="Channel" required error={null} disabled={false}>
              {({ id }) => (
                <ChannelSelect id={id} label="Channel" channels={channels} value={chosen} onChange={setChosen} />
              )}
            </FormRow>
            <EndFields side="Origin" place={from} onPlace={setFrom} />
            <EndFields side="Destination" place={to} onPlace={setTo} />
            <FormRow name="day" label="Handed over on" required error={null} disabled={false}>
              {control => <DayControl control={control} value={day} onChange={setDay} />}
            </FormRow>
          </div>
        </section>
        <section className={cards.card} aria-labelledby={answers} aria-live="polite">
          <h2 id={answers} className={cards.title}>
            Answer
          </h2>
          {answer && found ? (
            <LeadTimeAnswer answer={answer} before={before} schedule={scheduleState(found.nonWorking)} />
          ) : (
            <NoAnswer channelId={channelId} day={day} found={found} online={online} country={entity} />
          )}
        </section>
      </div>
    </CdtTabs>
  );
}

/** An end of the way from what was chosen of it. */
function useEnd({ path, cep }: Place): End {
  const { entity } = useSync();
  return useMemo(() => {
    const digits = hasCepRanges(entity) ? readPostcode(cep, entity) : null;
    return {
      country: entity,
      locations: path.map(({ locationId }) => locationId),
      ...(digits === null ? {} : { cep: digits }),
    };
  }, [entity, path, cep]);
}

interface EndFieldsProps {
  side: 'Origin' | 'Destination';
  place: Place;
  onPlace: (next: (before: Place) => Place) => void;
}

const NO_PATH: readonly LocationRow[] = [];

function EndFields({ side, place, onPlace }: EndFieldsProps) {
  const { entity } = useUi();
  const key = side.toLowerCase();
  const onPath = useMemo(
    () => (path: readonly LocationRow[] | null | undefined) =>
      onPlace(before => ({ ...before, path: path && path.length > 0 ? path : NO_PATH })),
    [onPlace],
  );
  const wrongCep = place.cep.trim() !== '' && readPostcode(place.cep, entity) === null;
  return (
    <>
      <FormRow
        name={key}
        label={side}
        required={false}
        error={null}
        disabled={false}
        hint="Left open, only rows of the whole country fit."
        noteInside
      >
        {control => (
          <PlacePicker
            control={control}
            deepest={3}
            value={place.id}
            onChange={id => onPlace(before => ({ ...before, id }))}
            onPath={onPath}
            onStray={() => undefined}
          />
        )}
      </FormRow>
      {hasCepRanges(entity) && (
        <FormRow
          name={`${key}Cep`}
          label={`${side} CEP`}
          required={false}
          error={wrongCep ? `${side} CEP must be 8 digits, as 01310-000` : null}
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
