import { useMemo, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { currencyOf } from '../../domain/currency.ts';
import { readInstant } from '../../domain/instant.ts';
import type { Family, RateVersionRow } from '../../contract/rateTable/versions.ts';
import { quoteBoth, type Parcel, type Quote } from '../../domain/rates/quote.ts';
import { amountText, PPM, percentText } from '../../domain/rates/money.ts';
import type { RowRef } from '../../domain/rates/rows.ts';
import { versionAt } from '../../domain/rates/versions.ts';
import { usePlaceLabels } from '../../sync/hooks/usePlaceLabels.ts';
import { useOwners } from '../../sync/hooks/useChannels.ts';
import { OwnerSelect, type OwnerChoice, type OwnerValue } from '../../ui/OwnerSelect.tsx';
import { TextControl } from '../../ui/form/controls.tsx';
import { FormRow } from '../../ui/form/FormRow.tsx';
import { PlainSelect } from '../../ui/PlainSelect.tsx';
import { useNow } from '../../ui/useNow.ts';
import { useUi } from '../../ui/UiContext.ts';
import { FamilyPage, InFamily, useFamily } from './family.tsx';
import { FileQuote } from './FileQuote.tsx';
import { useLooks } from './looks.ts';
import { ParcelFields } from './ParcelFields.tsx';
import { versionHref } from './paths.ts';
import { parcelOf } from './quoteForm.ts';
import { QuoteLines } from './QuoteLines.tsx';
import { placeWords } from './sheets/fields.ts';
import { useParcelForm } from './useParcelForm.ts';
import { useVersionRows, useVersions, type VersionRows } from './useVersions.ts';
import { Age } from './Waiting.tsx';
import { StateTag, stateNow, versionTitle } from './versionState.tsx';

const numberOf = (value: unknown): number | null =>
  Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : null;

/** The labels of the channels on the page's two sides. */
const LABELS = { '': 'Channel', 2: 'Compared with channel' } as const;

/** One side of the page: a channel and the version used for quoting. */
interface QuotedSide {
  channelId: number | null;
  versions: readonly RateVersionRow[];
  /** The age of the list of versions, which determines the version in effect. */
  known: ReturnType<typeof useVersions>;
  versionId: number | null;
  version: RateVersionRow | null;
  rows: VersionRows;
  /** Why there is no quote. */
  reason: string | null;
}

/** @param at rate day, in epoch seconds; null if it cannot be read, because no other day may take its place */
function useSide(channelId: number | null, versionId: number | null, at: number | null): QuotedSide {
  const known = useVersions(channelId);
  const { versions } = known;
  const chosen = versionId === null ? null : (versions.find(({ id }) => id === versionId) ?? null);
  const counted = useMemo(() => (at === null ? null : versionAt(versions, at)), [versions, at]);
  const version = versionId === null ? counted : chosen;
  const rows = useVersionRows(version);
  const reason = (): string | null => {
    if (channelId === null) return 'Choose a channel.';
    if (known.data === null)
      return known.problem === null || known.loading
        ? 'Loading the versions ...'
        : `The versions of the channel are not on this device: ${known.problem}`;
    if (versions.length === 0) return `Channel ${channelId} has no rate table yet.`;
    if (version === null && versionId === null && at === null) return 'Correct the rate day.';
    if (version === null)
      return versionId === null
        ? 'No version is in effect on this day. Choose a version.'
        : 'This channel does not have that version.';
    if (rows.read === null)
      return rows.problem === null
        ? 'Loading the version’s rows ...'
        : `The rows of version ${version.versionNo} are not on this device: ${rows.problem}`;
    return null;
  };
  return { channelId, versions, known, versionId, version, rows, reason: reason() };
}

/** Quotes a single parcel with one or two versions, line by line; offline, it uses the tables on this device. */
function QuotePage() {
  const styles = useLooks();
  const { entity, timeZone } = useUi();
  const { base } = useFamily();
  const channels = useOwners('channel');
  const now = useNow();
  const { search, form, errors, way, origin, destination, put, onForm, onWay } = useParcelForm();
  const day = typeof search['day'] === 'string' ? search['day'] : '';
  const instant = day === '' ? null : readInstant(day, timeZone);
  const at = day === '' ? Math.floor(now / 1000) : instant;
  const one = useSide(numberOf(search['channelId']), numberOf(search['version']), at);
  const two = useSide(numberOf(search['channelId2']), numberOf(search['version2']), at);
  const twice = search['two'] === 1 || two.channelId !== null;
  // Amounts are typed in the currency of the version that is quoted with. A second version in another currency cannot
  // use them.
  const currency = one.rows.read?.rows.settings.currency ?? two.rows.read?.rows.settings.currency ?? currencyOf(entity);
  const parcel = useMemo(() => {
    const read = parcelOf(form, origin, destination, entity);
    return 'problem' in read ? read : { ...read, currency };
  }, [form, origin, destination, entity, currency]);
  const labels = usePlaceLabels(
    useMemo(() => [...(origin?.locations ?? []), ...(destination?.locations ?? [])].map(String), [origin, destination]),
  );
  const places = useMemo(() => (name: string) => placeWords(name, { placeLabel: labels }), [labels]);
  const side = (own: QuotedSide, suffix: '' | '2') => (
    <SideFields
      label={LABELS[suffix]}
      side={own}
      channels={channels}
      now={now}
      onChannel={channelId => put({ [`channelId${suffix}`]: channelId ?? undefined, [`version${suffix}`]: undefined })}
      onVersion={version => put({ [`version${suffix}`]: version ?? undefined })}
    />
  );
  const quoted = 'problem' in parcel ? null : parcel;
  return (
    <div className={styles.page}>
      <div className={styles.twin}>
        <section className={styles.card} aria-label="Parcel">
          <h2 className={styles.title}>Quote a parcel</h2>
          {side(one, '')}
          {twice ? (
            side(two, '2')
          ) : (
            <div className={styles.bar}>
              <Button onClick={() => put({ two: 1, channelId2: one.channelId ?? undefined, version2: undefined })}>
                Compare with another version or channel
              </Button>
            </div>
          )}
          {twice && (
            <div className={styles.bar}>
              <Button onClick={() => put({ two: undefined, channelId2: undefined, version2: undefined })}>
                Quote with one version only
              </Button>
            </div>
          )}
          <FormRow
            name="day"
            label="Rate day"
            required={false}
            error={
              day !== '' && instant === null
                ? 'Rate day must be a day with or without a time, such as 2026-07-01 00:00'
                : null
            }
            disabled={false}
            hint={`Order time for ESF, pickup time for ASF, in ${timeZone}. If empty, the current time is used.`}
          >
            {control => (
              <TextControl
                control={control}
                value={day}
                maxLength={19}
                placeholder="2026-07-01 00:00"
                onChange={value => put({ day: value === '' ? undefined : value })}
              />
            )}
          </FormRow>
          <ParcelFields
            form={form}
            errors={errors}
            way={way}
            currency={currency}
            measured
            onForm={onForm}
            onWay={onWay}
          />
        </section>
        <div className={styles.page} aria-live="polite">
          {'problem' in parcel && <p className={styles.note}>{parcel.problem}.</p>}
          {quoted && <Results side={one} parcel={quoted} places={places} base={base} other={twice ? two : null} />}
        </div>
      </div>
      <FileQuote read={one.reason === null ? one.rows.read : null} />
    </div>
  );
}

interface SideFieldsProps {
  label: string;
  side: QuotedSide;
  channels: readonly OwnerChoice[] | undefined;
  now: number;
  onChannel: (channelId: number | null) => void;
  onVersion: (id: number | null) => void;
}

function SideFields({ label, side, channels, now, onChannel, onVersion }: SideFieldsProps) {
  const styles = useLooks();
  const { versions, version, versionId } = side;
  // Text that is not a channel stays in the input.
  const [typed, setTyped] = useState<OwnerValue>(null);
  return (
    <>
      <FormRow name={label} label={label} required={false} error={null} disabled={false}>
        {({ id }) => (
          <OwnerSelect
            id={id}
            label={label}
            owners={channels}
            value={typeof typed === 'string' ? typed : side.channelId}
            onChange={value => {
              setTyped(value);
              onChannel(typeof value === 'number' ? value : null);
            }}
          />
        )}
      </FormRow>
      <FormRow name={`${label} version`} label="Version" required={false} error={null} disabled={false}>
        {() => (
          <div className={styles.bar}>
            <PlainSelect
              label={`${label}: version`}
              value={versionId === null ? '' : String(versionId)}
              onChange={value => onVersion(value === '' ? null : Number(value))}
            >
              <option value="">The version in effect on the rate day</option>
              {versions.map(one => (
                <option key={one.id} value={String(one.id)}>
                  {versionTitle(one)}, {stateNow(one, versions, now)}
                </option>
              ))}
            </PlainSelect>
            {version && <StateTag state={stateNow(version, versions, now)} />}
            <Age {...side.known} />
          </div>
        )}
      </FormRow>
    </>
  );
}

interface ResultsProps {
  side: QuotedSide;
  other: QuotedSide | null;
  parcel: Parcel;
  places: (name: string) => string;
  base: string;
}

/** Both quotes for a parcel, next to those of another version if one is being compared. */
function Results({ side, other, parcel, places, base }: ResultsProps) {
  const styles = useLooks();
  const one = useQuotes(side, parcel, places);
  const two = useQuotes(other, parcel, places);
  const sides = [
    { label: LABELS[''], own: side, quotes: one },
    ...(other ? [{ label: LABELS[2], own: other, quotes: two }] : []),
  ];
  const change = (kind: 'esf' | 'asf') => {
    const [a, b] = [one?.[kind].total ?? null, two?.[kind].total ?? null];
    if (a === null || b === null || side.rows.read?.rows.settings.currency !== other?.rows.read?.rows.settings.currency)
      return null;
    const share = a === 0 ? null : Math.round(((b - a) * PPM) / a);
    const currency = side.rows.read?.rows.settings.currency ?? 'IDR';
    return `${b === a ? 'no difference' : `${b > a ? '+' : ''}${amountText(b - a, currency)}`}${share === null || share === 0 ? '' : ` (${share > 0 ? '+' : ''}${percentText(Math.round(share / 100) * 100)})`}`;
  };
  return (
    <>
      {other && one && two && (
        <p className={styles.note}>
          Compared with {describe(side)}, {describe(other)} is: ESF {change('esf') ?? 'not comparable'}, ASF{' '}
          {change('asf') ?? 'not comparable'}.
        </p>
      )}
      {sides.map(({ label, own, quotes }) =>
        quotes ? null : (
          <p key={label} className={styles.note}>
            {other ? `${label}: ${own.reason ?? ''}` : own.reason}
          </p>
        ),
      )}
      {(['esf', 'asf'] as const).map(kind => (
        <div key={kind} className={styles.twin}>
          {sides.map(({ label, own, quotes }) =>
            quotes && own.version && own.rows.read ? (
              <QuoteLines
                key={label}
                title={`${kind === 'esf' ? 'ESF (declared)' : 'ASF (measured)'}, ${describe(own)}`}
                quote={quotes[kind]}
                currency={own.rows.read.rows.settings.currency}
                hrefOf={(row: RowRef) => versionHref(base, own.version?.id ?? 0, row)}
              />
            ) : null,
          )}
        </div>
      ))}
    </>
  );
}

const describe = ({ channelId, version }: QuotedSide): string =>
  `channel ${channelId ?? ''}${version ? `, ${versionTitle(version)}` : ''}`;

function useQuotes(
  side: QuotedSide | null,
  parcel: Parcel,
  placeLabel: (name: string) => string,
): { esf: Quote; asf: Quote } | null {
  const table = side?.reason === null ? (side.rows.read?.table ?? null) : null;
  return useMemo(() => (table ? quoteBoth(table, parcel, { placeLabel }) : null), [table, parcel, placeLabel]);
}

const screen = (family: Family) => () => (
  <InFamily family={family}>
    <FamilyPage current="/quote">
      <QuotePage />
    </FamilyPage>
  </InFamily>
);

export const RateQuoteScreen = screen('rate');
export const ThirdPartyQuoteScreen = screen('thirdParty');
