import { useMemo, useState } from 'react';
import { mergeClasses } from '@fluentui/react-components';
import type { Family, RateVersionRow } from '../../contract/rateTable/versions.ts';
import type { Currency } from '../../domain/currency.ts';
import { changeCounts, compareRates, type RowChange } from '../../domain/rates/compare.ts';
import { amountText, percentText } from '../../domain/rates/money.ts';
import { areaWords } from '../../domain/rates/quoteWords.ts';
import {
  KEYS,
  type AreaKind,
  type AreaName,
  type FeeRow,
  type RateRows,
  type RateSettings,
} from '../../domain/rates/rows.ts';
import { kilograms } from '../../domain/rates/weightRanges.ts';
import { usePlaceLabels } from '../../sync/hooks/usePlaceLabels.ts';
import { useKept } from '../../sync/hooks/useKept.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { PlainSelect } from '../../ui/PlainSelect.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { PageLink } from '../shared/PageLink.tsx';
import { FamilyPage, InFamily, useFamily } from './family.tsx';
import { useLooks } from './looks.ts';
import { channelHref, versionHref } from './paths.ts';
import { settingFacts, vatFacts } from './settingsForm.tsx';
import { SHEET_FIELDS, valueIn, type SheetContext } from './sheets/fields.ts';
import { codesOf } from './sheets/versionDraft.ts';
import { useVersionRows, useVersions } from './useVersions.ts';
import { versionTitle } from './versionState.tsx';
import { Age, Waiting } from './Waiting.tsx';
import { useAddressState } from '../shared/useAddressState.ts';

const PriceCurves = lazyPart(() => import('./PriceCurves.tsx').then(module => module.PriceCurves));

const SHOWN_MOST = 500;
const PART_WORDS: Readonly<Record<RowChange['part'], string>> = {
  names: 'Name',
  addresses: 'Address',
  fees: 'Basic fee',
  volumeFees: 'Volume fee',
  extraFees: 'Extra fee',
  cepLevels: 'CEP level',
  cepRanges: 'CEP range',
};

const numberOf = (value: unknown): number | null =>
  Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : null;

/**
 * The differences between two versions: counts, every changed row with the most extreme first, and the price curves of
 * both.
 */
function ComparePage() {
  const styles = useLooks();
  const { calls, collection, base } = useFamily();
  const [search, put] = useAddressState();
  const [beforeId, afterId] = [numberOf(search['before']), numberOf(search['after'])];
  const one = useKept(calls.detail, beforeId === null ? null : { id: beforeId }, collection);
  const two = useKept(calls.detail, afterId === null ? null : { id: afterId }, collection);
  const known = useVersions(two.data?.channelId ?? one.data?.channelId ?? null);
  const before = useVersionRows(one.data);
  const after = useVersionRows(two.data);
  if (beforeId === null || afterId === null)
    return (
      <p className={styles.note}>
        Open a version and choose "Compare": <PageLink href={base}>all channels</PageLink>.
      </p>
    );
  const side = (label: string, id: number, onChange: (id: number) => void) => (
    <PlainSelect label={label} value={String(id)} onChange={value => onChange(Number(value))}>
      {!known.versions.some(version => version.id === id) && <option value={String(id)}>Version {id}</option>}
      {known.versions.map(version => (
        <option key={version.id} value={String(version.id)}>
          {versionTitle(version)}
        </option>
      ))}
    </PlainSelect>
  );
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <h2 className={styles.title}>Compare versions</h2>
        {two.data && (
          <PageLink href={channelHref(base, two.data.channelId)}>
            Channel {two.data.channelId} {two.data.channelName}
          </PageLink>
        )}
        <Age {...two} />
      </div>
      <div className={styles.bar}>
        {side('From', beforeId, id => put({ before: id }))}
        <span>to</span>
        {side('To', afterId, id => put({ after: id }))}
      </div>
      {!one.data || !before.read ? (
        <Waiting what="the first version" state={one.data ? before : one} />
      ) : !two.data || !after.read ? (
        <Waiting what="the second version" state={two.data ? after : two} />
      ) : (
        <Compared one={one.data} two={two.data} before={before.read.rows} after={after.read.rows} />
      )}
    </div>
  );
}

interface ComparedProps {
  one: RateVersionRow;
  two: RateVersionRow;
  before: RateRows;
  after: RateRows;
}

function Compared({ one, two, before, after }: ComparedProps) {
  const styles = useLooks();
  const { entity } = useUi();
  const { base } = useFamily();
  const comparison = useMemo(() => compareRates(before, after), [before, after]);
  const counts = changeCounts(comparison);
  const [part, setPart] = useState('');
  const shown = comparison.rows.filter(row => part === '' || row.part === part);
  const [kind, setKind] = useState<AreaKind>(after.settings.esfArea);
  const codes = useMemo(() => [...new Set([...codesOf(after, kind), ...codesOf(before, kind)])], [before, after, kind]);
  const [from, to] = [before.settings.currency, after.settings.currency];
  const placeLabel = usePlaceLabels(
    useMemo(
      () =>
        comparison.rows
          .slice(0, SHOWN_MOST)
          .flatMap(({ before: was, after: is }) =>
            [was, is].flatMap(row =>
              row ? ['origin', 'destination', 'place'].map(key => String(valueIn(row as never, key) ?? '')) : [],
            ),
          ),
      [comparison],
    ),
  );
  const context = (currency: Currency): SheetContext => ({ country: entity, currency, placeLabel });
  const nameOf = useMemo(() => areaNames(before, after), [before, after]);
  const all = counts.up + counts.down + counts.added + counts.removed + counts.other;
  return (
    <>
      <p className={styles.note}>
        {all === 0 && comparison.settings.length === 0
          ? 'Both versions are the same.'
          : `${counts.up} up, ${counts.down} down, ${counts.added} new, ${counts.removed} removed, ${counts.other} with other changes.`}
      </p>
      {comparison.settings.length > 0 && <SettingsTable before={before.settings} after={after.settings} />}
      <section className={styles.card} aria-label="Prices of both versions">
        <div className={styles.bar}>
          <h3 className={styles.title}>Price by weight</h3>
          <PlainSelect label="Fees by" value={kind} onChange={value => setKind(value as AreaKind)}>
            <option value="zone">By zone</option>
            <option value="route">By route</option>
          </PlainSelect>
          {from === to && (
            <PageLink href={`${versionHref(base, two.id)}?part=fees&against=${one.id}`}>
              Open the grid as a heat map
            </PageLink>
          )}
        </div>
        {from === to ? (
          <PriceCurves
            key={kind}
            rows={after}
            kind={kind}
            codes={codes}
            currency={to}
            compared={{ label: versionTitle(one), rows: before }}
          />
        ) : (
          <p className={styles.note}>
            {versionTitle(one)} is in {from} and {versionTitle(two)} in {to}, so their fees cannot be compared.
          </p>
        )}
      </section>
      {all > 0 && (
        <section className={styles.card} aria-label="Changed rows">
          <div className={styles.bar}>
            <h3 className={styles.title}>Changed rows, largest changes first</h3>
            <PlainSelect label="Part" value={part} onChange={setPart}>
              <option value="">All parts</option>
              {Object.entries(PART_WORDS).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </PlainSelect>
            {shown.length > SHOWN_MOST && (
              <span className={styles.note}>
                the first {SHOWN_MOST} of {shown.length}
              </span>
            )}
          </div>
          <div className={styles.room}>
            <table className={styles.table} aria-label="Changed rows">
              <thead>
                <tr>
                  <th scope="col">Part</th>
                  <th scope="col">Row</th>
                  <th scope="col">{versionTitle(one)}</th>
                  <th scope="col">{versionTitle(two)}</th>
                  <th scope="col" className={styles.number}>
                    Change
                  </th>
                </tr>
              </thead>
              <tbody>
                {shown.slice(0, SHOWN_MOST).map(change => (
                  <ChangeRow
                    key={`${change.part} ${change.key}`}
                    change={change}
                    version={two}
                    contexts={[context(from), context(to)]}
                    nameOf={nameOf}
                    base={base}
                  />
                ))}
              </tbody>
            </table>
          </div>
        </section>
      )}
    </>
  );
}

function SettingsTable({ before, after }: { before: RateSettings; after: RateSettings }) {
  const styles = useLooks();
  const now = new Map([...settingFacts(after), ...vatFacts(after)]);
  const changed = [...settingFacts(before), ...vatFacts(before)].filter(([term, fact]) => now.get(term) !== fact);
  return (
    <section className={styles.card} aria-label="Changed settings">
      <h3 className={styles.title}>Changed settings</h3>
      <table className={styles.table} aria-label="Changed settings">
        <tbody>
          {changed.map(([term, fact]) => (
            <tr key={term}>
              <th scope="row">{term}</th>
              <td>{fact}</td>
              <td>{now.get(term)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A fee in words: its amount, and the end of its range and the maximum of its sides if they changed. */
function feeWords(row: FeeRow, other: FeeRow | null, { currency }: SheetContext): string {
  const words = [row.fee === null ? 'no fee' : amountText(row.fee, currency)];
  if (other !== null && row.end !== other.end) words.push(`to ${kilograms(row.end)} kg`);
  if (other !== null && row.sides !== other.sides)
    words.push(row.sides === null ? 'any sum of sides' : `sum of sides to ${row.sides / 10} cm`);
  return words.join(', ');
}

/** A row in words: its fields except those of its key. */
function rowWords(change: RowChange, row: RowChange['after'], context: SheetContext): string {
  if (row === null) return 'none';
  if (change.part === 'fees')
    return feeWords(row as FeeRow, (row === change.before ? change.after : change.before) as FeeRow | null, context);
  return SHEET_FIELDS[change.part]
    .map(field => {
      const value = valueIn(row as never, field.key);
      const text = (field.shown ?? field.typed)(value, context);
      return text === '' ? '' : `${field.label} ${text}`;
    })
    .filter(text => text !== '')
    .join(', ');
}

interface ChangeRowProps {
  change: RowChange;
  version: Pick<RateVersionRow, 'id'>;
  contexts: readonly [before: SheetContext, after: SheetContext];
  nameOf: (area: AreaKey) => string | null;
  base: string;
}

function ChangeRow({ change, version, contexts, nameOf, base }: ChangeRowProps) {
  const styles = useLooks();
  const { part, key, before, after, share } = change;
  const percent =
    share === null || share === 0 ? '' : `${share > 0 ? '+' : ''}${percentText(Math.round(share / 100) * 100)}`;
  return (
    <tr>
      <td>{PART_WORDS[part]}</td>
      <th scope="row">
        {after === null ? (
          keyWords(change, nameOf)
        ) : (
          <PageLink href={versionHref(base, version.id, { part, key })}>{keyWords(change, nameOf)}</PageLink>
        )}
      </th>
      <td>{rowWords(change, before, contexts[0])}</td>
      <td>{rowWords(change, after, contexts[1])}</td>
      <td className={mergeClasses(styles.number, percent !== '' && (Number(share) > 0 ? styles.up : styles.down))}>
        {before === null ? 'new' : after === null ? 'removed' : percent || 'changed'}
      </td>
    </tr>
  );
}

type AreaKey = Pick<AreaName, 'kind' | 'code'>;

/** Looks up the names of zones and routes; names in later versions replace those in earlier ones. */
function areaNames(...versions: readonly RateRows[]): (area: AreaKey) => string | null {
  const names = new Map(versions.flatMap(rows => rows.names.map(row => [KEYS.names(row), row.name] as const)));
  return area => names.get(KEYS.names({ ...area, name: '' })) ?? null;
}

/** The name of a row: "zone A (Near) from 0.5 kg" for a fee, and the key for other rows. */
function keyWords({ part, key, before, after }: RowChange, nameOf: (area: AreaKey) => string | null): string {
  const row = after ?? before;
  if (part !== 'fees' || row === null) return key;
  const { kind, code, start } = row as { kind: AreaKind; code: string; start: number };
  return `${areaWords({ kind, code, name: nameOf({ kind, code }) })} from ${kilograms(start)} kg`;
}

const screen = (family: Family) => () => (
  <InFamily family={family}>
    <FamilyPage current="">
      <ComparePage />
    </FamilyPage>
  </InFamily>
);

export const RateCompareScreen = screen('rate');
export const ThirdPartyCompareScreen = screen('thirdParty');
