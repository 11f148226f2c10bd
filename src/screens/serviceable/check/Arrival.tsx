import { useId, useMemo } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import { hasCepRanges } from '../../../domain/cdt/levels.ts';
import { dayLabel } from '../../../domain/dayNames.ts';
import { daysOffOf } from '../../../domain/daysOff.ts';
import { NEVER_OFF } from '../../../domain/leadTime.ts';
import { ALL } from '../../../domain/nonWorkingDays.ts';
import { STATUS } from '../../../domain/permission.ts';
import type { CheckAddress } from '../../../domain/serviceability.ts';
import { useLeadTimeRows } from '../../../sync/hooks/useLeadTimeRows.ts';
import { useSync } from '../../../sync/hooks/useSync.ts';
import { PlainInput } from '../../../ui/PlainInput.tsx';
import { useUi } from '../../../ui/UiContext.ts';
import { endOf, leadTimeState, NOWHERE, type AskedPlace } from '../../shared/leadTime/leadTimeState.ts';
import { isPartly, scheduleState, skippedText, startText } from '../../shared/leadTime/skippedText.ts';
import { Labelled } from '../parts.tsx';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalXXL}`,
    alignItems: 'start',
    paddingTop: tokens.spacingVerticalS,
    '@media (max-width: 640px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
  days: { fontWeight: tokens.fontWeightSemibold, fontVariantNumeric: 'tabular-nums' },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
  fields: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalM },
});

/** When the parcel is handed over: the date as YYYY-MM-DD, and the time, e.g. 15:30, in the country's time zone. */
export interface HandOver {
  day: string;
  hour: string;
}

export interface ArrivalProps {
  channelId: number;
  address: CheckAddress | null;
  /** The other end of the route, from which the parcel is sent; null for the whole country. */
  other: CheckAddress | null;
  /** The state of the address; undefined if unknown. */
  state: string | undefined;
  /** The state of the other address, likewise. */
  otherState: string | undefined;
  handed: HandOver;
  onHanded: (handed: HandOver) => void;
}

/** Converts an address to one end of a lead time's route. */
function placeOf(address: CheckAddress | null, byCep: boolean): AskedPlace {
  const ids = address?.chain.filter(id => id !== 0) ?? [];
  const path = ids.map(locationId => ({ locationId }));
  const cep = byCep ? (address?.postcode ?? '') : '';
  return { ...NOWHERE, id: ids.length === 0 ? '' : String(ids.at(-1)), path, cep };
}

/** When a parcel arrives at the checked address with a given channel, based on the lead times on this device. */
export function Arrival({ channelId, address, other, state, otherState, handed, onHanded }: ArrivalProps) {
  const styles = useStyles();
  const id = useId();
  const { entity } = useSync();
  const { online } = useUi();
  const byCep = hasCepRanges(entity);
  const [from, to] = useMemo(() => [placeOf(other, byCep), placeOf(address, byCep)] as const, [other, address, byCep]);
  const [origin, destination] = useMemo(() => [endOf(from, entity), endOf(to, entity)] as const, [from, to, entity]);
  const found = useLeadTimeRows(channelId, origin, destination);
  const [region, originRegion] = [state ?? ALL, otherState ?? ALL];
  const [nonWorking, firstMile] = [found?.nonWorking, found?.firstMile];
  const answer = useMemo(
    () =>
      leadTimeState({
        country: entity,
        online,
        channelId,
        origin: from,
        destination: to,
        day: handed.day,
        hour: handed.hour,
        found,
        off: nonWorking ? daysOffOf(nonWorking, region) : NEVER_OFF,
        originOff: nonWorking ? daysOffOf(nonWorking, originRegion) : NEVER_OFF,
        firstMileOff: firstMile?.status === STATUS.normal ? daysOffOf(firstMile) : null,
      }),
    [entity, online, channelId, from, to, handed, found, nonWorking, firstMile, region, originRegion],
  );
  const said = answer.kind === 'answer' ? answer.answer : null;
  return (
    <section className={styles.root} aria-labelledby={`${id}title`}>
      <div aria-live="polite">
        <h2 id={`${id}title`} className={styles.title}>
          Arrival
        </h2>
        {said ? (
          <>
            <span className={styles.days}>
              {said.earliest === said.latest
                ? dayLabel(said.earliest)
                : `${dayLabel(said.earliest)} to ${dayLabel(said.latest)}`}
            </span>
            <p className={styles.text}>
              {startText(said, {
                ...handed,
                cutoff: found?.cutoff,
                ownDays: firstMile?.status === STATUS.normal,
                partly: isPartly(nonWorking, originRegion),
                slots: found?.slots,
              })}{' '}
              {skippedText(said, scheduleState(nonWorking, region))}
            </p>
          </>
        ) : (
          answer.kind !== 'answer' && (
            <p className={styles.text}>
              {answer.title}
              {answer.kind === 'none' && answer.hint !== undefined && `. ${answer.hint}`}
            </p>
          )
        )}
      </div>
      <div className={styles.fields}>
        <Labelled label="Handed over on" id={`${id}day`}>
          <PlainInput
            id={`${id}day`}
            type="date"
            value={handed.day}
            min="1970-01-01"
            max="2099-12-31"
            onText={day => onHanded({ ...handed, day })}
          />
        </Labelled>
        <Labelled label="Handed over at" id={`${id}hour`}>
          <PlainInput id={`${id}hour`} type="time" value={handed.hour} onText={hour => onHanded({ ...handed, hour })} />
        </Labelled>
      </div>
    </section>
  );
}
