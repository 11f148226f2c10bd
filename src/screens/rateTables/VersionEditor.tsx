import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import type { RateVersionRow } from '../../contract/rateTable/versions.ts';
import { currencyOf } from '../../domain/currency.ts';
import { findingsOf, type Finding } from '../../domain/rates/completeness.ts';
import { KEYS, type AreaKind, type RateRows, type RowRef } from '../../domain/rates/rows.ts';
import type { VersionState } from '../../domain/rates/versions.ts';
import type { DraftWithWrites } from '../../sync/actions/draftOverlay.ts';
import { applyDraft, type ReadVersion } from '../../sync/actions/rateTables.ts';
import { usePlaceLabels } from '../../sync/hooks/usePlaceLabels.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { Lead } from '../../ui/grid/sheetModel.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { useFactStyles } from '../shared/factStyles.ts';
import { useWritten } from '../shared/useUndo.ts';
import { AppliedWrites } from './AppliedWrites.tsx';
import { Conflicts } from './Conflicts.tsx';
import { useFamily } from './family.tsx';
import { FeePanel } from './FeePanel.tsx';
import { Findings } from './Findings.tsx';
import { useLooks } from './looks.ts';
import { RecordPanel } from './RecordPanel.tsx';
import { SettingsDialog, settingFacts, vatFacts } from './settingsForm.tsx';
import { SubmitDialog } from './SubmitDialog.tsx';
import { cellId, decided, parseCellId, withRemoved, withTyped, type SheetDraft } from './sheets/draft.ts';
import { areaColumn } from './sheets/feeSheet.ts';
import type { RecordPart, SheetContext } from './sheets/fields.ts';
import {
  evaluate,
  isUntouched,
  nowCells,
  sheetDraft,
  withSheet,
  type Evaluated,
  type SheetName,
} from './sheets/versionDraft.ts';
import { useVersionDraft } from './useVersionDraft.ts';
import { useVersionRows } from './useVersions.ts';
import { VersionActions } from './VersionActions.tsx';
import { versionTitle } from './versionState.tsx';
import { errorText } from '../../domain/errorText.ts';

const useStyles = makeStyles({
  apply: {
    position: 'sticky',
    bottom: 0,
    zIndex: 3,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorBrandStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorBrandBackground2,
  },
  grow: { flexGrow: 1 },
});

/** A version's sections, by their part in the URL. */
const SECTIONS = [
  { value: 'settings', label: 'Base info' },
  { value: 'names', label: 'Zones and routes' },
  { value: 'addresses', label: 'Calculation addresses' },
  { value: 'fees', label: 'Basic fees' },
  { value: 'volumeFees', label: 'Volume fees' },
  { value: 'extraFees', label: 'Extra fees' },
  { value: 'cepRanges', label: 'CEP risk' },
  { value: 'vat', label: 'VAT' },
  { value: 'findings', label: 'Completeness' },
] as const;
type Section = (typeof SECTIONS)[number]['value'];

const HINTS: Readonly<Record<RecordPart, string>> = {
  names: 'Names of zones and routes. Each new one immediately gets a column in Basic fees.',
  addresses:
    'The zone or route of each origin and destination. The most specific destination applies, then the most specific origin; an empty end means everywhere.',
  volumeFees:
    'Fees for the volume of a parcel. Rows of a zone or route replace those for all; outside all rows there is no fee.',
  extraFees:
    'Remote, COD, additional and fuel fees: an amount, a percentage of other lines, or both. The most specific destination applies, then the shop group.',
  cepLevels: 'What each level of CEP risk adds, as a percentage of the order value.',
  cepRanges: 'The level of each range of CEPs. The narrowest range applies.',
};

const sectionOf = (part: string | undefined, key: string): Section => {
  if (part === 'settings') return key === 'vat' || key === 'taxable' ? 'vat' : 'settings';
  if (part === 'cepLevels') return 'cepRanges';
  return SECTIONS.find(({ value }) => value === part)?.value ?? 'fees';
};

interface VersionEditorProps {
  version: RateVersionRow;
  versions: readonly RateVersionRow[];
  state: VersionState;
  read: ReadVersion;
  writable: boolean;
  /** The row to which the URL points. */
  lead: RowRef | { part: string; key: string } | null;
  onLead: (part: string, key: string | null) => void;
  onChanged: () => void;
  writes: DraftWithWrites;
  /** The version with which the fee grid is initially compared for its coloring. */
  coloured: number | null;
  /** Pages to which the version links. */
  links: ReactNode;
}

/** The sections of a version. Typed values stay on this device until Apply sends them in a single call. */
export function VersionEditor(props: VersionEditorProps) {
  const { version, versions, read, writes, writable, lead, onLead, onChanged } = props;
  const styles = useStyles();
  const looks = useLooks();
  const facts = useFactStyles();
  const { client, entity } = useSync();
  const { family } = useFamily();
  const written = useWritten();
  const kept = useVersionDraft(`rateTable/${family}/${version.id}`);
  const { change, undo, redo, reset } = kept;
  const draft = writable ? kept.draft : EMPTY;
  const section = sectionOf(lead?.part, lead?.key ?? '');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [dialog, setDialog] = useState<'settings' | 'discard' | 'submit' | null>(null);
  const [kind, setKind] = useState<AreaKind | null>(null);
  const [against, setAgainst] = useState<number | null>(props.coloured);
  const other = useMemo(() => versions.find(({ id }) => id === against) ?? null, [versions, against]);
  const compared = useVersionRows(other);

  const placeLabel = usePlaceLabels(
    useMemo(
      () => [
        ...read.rows.addresses.flatMap(({ origin, destination }) => [origin, destination]),
        ...read.rows.extraFees.map(({ place }) => place),
      ],
      [read.rows],
    ),
  );
  const currency = read.rows.settings.currency ?? currencyOf(entity);
  const context = useMemo(
    (): SheetContext => ({ country: entity, currency, placeLabel }),
    [entity, currency, placeLabel],
  );
  const made = useMemo(() => evaluate(read.rows, read.stored, draft, context), [read, draft, context]);
  // The whole version is validated when the person pauses, not on every key press.
  const checked = useSettled(made.rows, CHECKED_AFTER);
  const findings = useMemo(
    () => findingsOf(checked, { destinations: [], origins: [], country: entity, placeLabel }),
    [checked, entity, placeLabel],
  );
  const shownKind: AreaKind =
    kind ?? (lead?.part === 'fees' && lead.key.startsWith('route/') ? 'route' : read.rows.settings.esfArea);
  const gridLead = useGridLead(lead, made);
  // Derived from the validated rows, so that a key press does not have to search all fee cells again.
  const warnings = useMemo(() => feeWarnings(findings, checked), [findings, checked]);

  const onSheet = (name: SheetName) => (next: (own: SheetDraft) => SheetDraft) =>
    change(was => withSheet(was, name, next(sheetDraft(was, name))));
  const onRemove = (name: SheetName) => (ids: readonly string[]) =>
    onSheet(name)(own => withRemoved(own, ids, nowCells(name, read.stored, context)));
  const addArea = (code: string) =>
    onSheet('names')(own =>
      withTyped(own, [
        { row: null, blank: 0, column: 'kind', now: '', text: shownKind },
        { row: null, blank: 0, column: 'code', now: '', text: code },
        { row: null, blank: 0, column: 'name', now: '', text: code },
      ]),
    );
  const goToRow = (row: RowRef) => {
    if (row.part === 'fees') setKind(row.key.startsWith('route/') ? 'route' : 'zone');
    onLead(row.part, row.key);
  };

  const apply = async () => {
    setFailure(null);
    setBusy(true);
    try {
      const entries = await applyDraft(client, entity, family, read, made.changes);
      reset({});
      for (const entry of entries) written('Applied', entry);
    } catch (error) {
      // Accepted values are shown in the grids, and therefore no longer count as changes.
      setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  };

  const pending = made.changes.length;
  const isTyped = !isUntouched(draft);
  const [problem] = made.problems;
  const nameOf = (conflict: Evaluated['conflicts'][number]) => {
    const { sheet, row, column } = conflict;
    const part = sheet.startsWith('fees/')
      ? 'Basic fees'
      : (SECTIONS.find(({ value }) => value === sheet)?.label ?? sheet);
    const kg = row.split('-').map(gram => Number(gram) / 1000);
    return sheet.startsWith('fees/')
      ? `${part}, ${kg.join(' to ')} kg, ${column.replace(/^=/, '')}`
      : `${part}, ${row}, ${column}`;
  };
  const shared = { context, pending: writes.pending, onUndo: undo, onRedo: redo };
  const recordPanel = (part: RecordPart, label: string) => (
    <RecordPanel
      key={part}
      label={label}
      hint={HINTS[part]}
      sheet={made.records[part] as never}
      draft={sheetDraft(draft, part)}
      lead={gridLead?.sheet === part ? gridLead.lead : null}
      onChange={writable ? onSheet(part) : undefined}
      onRemoveRows={writable ? onRemove(part) : undefined}
      {...shared}
    />
  );
  return (
    <>
      <div className={looks.bar}>
        {props.links}
        <span className={looks.grow} />
        <VersionActions
          version={version}
          versions={versions}
          onChanged={onChanged}
          onSubmit={() => setDialog('submit')}
          blocked={
            isTyped
              ? 'Apply or discard your changes first'
              : writes.settled && version.version >= read.version.version
                ? null
                : 'Your applied changes are not on the server yet'
          }
        />
      </div>
      {kept.elsewhere && writable && (
        <p className={looks.warn}>
          Another tab of this browser is also editing this version. Each keeps its own changes.
        </p>
      )}
      {kept.unkept && writable && (
        <p className={looks.warn}>
          This browser has no storage left for your changes, so they will be lost when you leave the page.
        </p>
      )}
      {kept.restored && isTyped && (
        <p className={looks.note}>Your earlier changes that were not applied have been restored in the grids.</p>
      )}
      <Tabs
        label="Sections of the version"
        items={SECTIONS.map(({ value, label }) => ({ value, label: `${label}${countOf(value, made)}` }))}
        value={section}
        onSelect={value => onLead(value === 'vat' ? 'settings' : value, value === 'vat' ? 'vat' : null)}
      />
      <AppliedWrites waiting={writes.waiting} needsYou={writes.needsYou} />
      <Conflicts
        conflicts={made.conflicts}
        nameOf={nameOf}
        onDecide={(conflicts, keep) =>
          change(was =>
            conflicts.reduce(
              (all, one) => withSheet(all, one.sheet, decided(sheetDraft(all, one.sheet), one, keep)),
              was,
            ),
          )
        }
      />
      {(section === 'settings' || section === 'vat') && (
        <section className={looks.card} aria-label={section === 'vat' ? 'VAT' : 'Base info and weight rule'}>
          <dl className={facts.facts}>
            {(section === 'vat' ? vatFacts(read.rows.settings) : settingFacts(read.rows.settings)).map(
              ([term, fact]) => (
                <div key={term} style={{ display: 'contents' }}>
                  <dt className={facts.term}>{term}</dt>
                  <dd className={facts.fact}>{fact}</dd>
                </div>
              ),
            )}
          </dl>
          {writable && (
            <div className={looks.bar}>
              <Button onClick={() => setDialog('settings')}>Edit</Button>
            </div>
          )}
        </section>
      )}
      {section === 'names' && recordPanel('names', 'Zones and routes')}
      {section === 'addresses' && recordPanel('addresses', 'Calculation addresses')}
      {section === 'fees' && (
        <FeePanel
          sheet={made.fees[shownKind]}
          rows={made.rows}
          draft={sheetDraft(draft, `fees/${shownKind}`)}
          tiers={read.rows.settings.weightRule.tiers}
          lead={gridLead?.sheet === `fees/${shownKind}` ? gridLead.lead : null}
          warnings={warnings}
          others={versions.filter(({ id }) => id !== version.id).map(one => ({ id: one.id, label: versionTitle(one) }))}
          against={against}
          onAgainst={setAgainst}
          compared={other && compared.read ? { label: versionTitle(other), rows: compared.read.rows } : null}
          onKind={setKind}
          onAddArea={writable ? addArea : undefined}
          onChange={writable ? onSheet(`fees/${shownKind}`) : undefined}
          onRemoveRows={writable ? onRemove(`fees/${shownKind}`) : undefined}
          {...shared}
        />
      )}
      {section === 'volumeFees' && recordPanel('volumeFees', 'Volume fees')}
      {section === 'extraFees' && recordPanel('extraFees', 'Extra fees')}
      {section === 'cepRanges' && (
        <>
          {recordPanel('cepLevels', 'CEP risk levels')}
          {recordPanel('cepRanges', 'CEP ranges')}
        </>
      )}
      {section === 'findings' && (
        <Findings
          findings={findings}
          note="Problems that this device found in the current rows, including unapplied changes. Submit also checks for places without a zone or route."
          onLead={goToRow}
        />
      )}
      {(isTyped || busy) && (
        <div className={styles.apply}>
          <span>
            {pending === 0 ? 'Nothing to apply yet' : pending === 1 ? 'One change' : `${pending} changes`}, kept on this
            device
          </span>
          {problem && (
            <Button
              size="small"
              appearance="subtle"
              onClick={() => {
                const row = parseCellId(problem.cell).row;
                onLead(problem.sheet.split('/')[0] as string, `#${problem.sheet}#${problem.cell}#${row}`);
              }}
            >
              {made.problems.length === 1 ? 'One cell has an error' : `${made.problems.length} cells have errors`}:{' '}
              {problem.text}
            </Button>
          )}
          {failure !== null && (
            <span className={looks.problem} role="alert">
              {failure}
            </span>
          )}
          <span className={styles.grow} />
          <Button disabled={busy} onClick={() => setDialog('discard')}>
            Discard
          </Button>
          <Button
            appearance="primary"
            disabled={busy || pending === 0 || problem !== undefined || made.conflicts.length > 0}
            onClick={() => void apply()}
          >
            {busy ? 'Applying' : 'Apply'}
          </Button>
        </div>
      )}
      {dialog === 'discard' && (
        <ConfirmDialog
          title="Discard your changes?"
          confirmLabel="Discard"
          destructive
          focus="cancel"
          onCancel={() => setDialog(null)}
          onConfirm={() => {
            reset({});
            setFailure(null);
            setDialog(null);
          }}
        >
          The version on the server is not changed.
        </ConfirmDialog>
      )}
      {dialog === 'settings' && (
        <SettingsDialog
          version={read.version}
          country={entity}
          onClose={() => setDialog(null)}
          onApply={async ({ name, remark, settings }) => {
            const header = { name, remark, settings: { ...read.rows.settings, ...settings } };
            const [entry] = await applyDraft(client, entity, family, read, [], header);
            setDialog(null);
            if (entry) written('Base info changed', entry);
          }}
        />
      )}
      {dialog === 'submit' && (
        <SubmitDialog
          version={version}
          onClose={() => setDialog(null)}
          onLead={row => {
            setDialog(null);
            goToRow(row);
          }}
          onSubmitted={() => {
            setDialog(null);
            onChanged();
          }}
        />
      )}
    </>
  );
}

const EMPTY = {};
/** Time in milliseconds without a change before the version is validated. */
const CHECKED_AFTER = 600;

/** Returns a value once it has been stable for some time; the first value is returned immediately. */
function useSettled<T>(value: T, millis: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), millis);
    return () => clearTimeout(timer);
  }, [value, millis]);
  return settled;
}

/** Formats the number of rows after a section's name, e.g. " (12)"; empty if there are none. */
function countOf(section: Section, { rows }: Evaluated): string {
  if (section === 'settings' || section === 'vat' || section === 'findings') return '';
  const count = section === 'cepRanges' ? rows.cepRanges.length + rows.cepLevels.length : rows[section].length;
  return count === 0 ? '' : ` (${count})`;
}

/** The basic fee cells that findings warn about. */
function feeWarnings(findings: readonly Finding[], { fees }: RateRows): ReadonlyMap<string, string> {
  const byKey = new Map<string, string>();
  for (const { row, text } of findings) if (row.part === 'fees') byKey.set(row.key, text);
  if (byKey.size === 0) return byKey;
  const cells = new Map<string, string>();
  for (const row of fees) {
    const text = byKey.get(KEYS.fees(row));
    if (text !== undefined) cells.set(cellId(`${row.start}-${row.end}`, areaColumn(row.code)), text);
  }
  return cells;
}

/** The grid cell in the URL, each time it changes. */
function useGridLead(
  lead: { part: string; key: string } | null,
  made: Evaluated,
): { sheet: SheetName; lead: Lead } | null {
  const [turn, setTurn] = useState(0);
  const latest = useRef(made);
  useEffect(() => {
    latest.current = made;
  });
  const key = lead ? `${lead.part} ${lead.key}` : '';
  useEffect(() => setTurn(at => at + 1), [key]);
  return useMemo(() => {
    if (!lead || lead.key === '') return null;
    const found = cellOf(lead, made);
    return found ? { sheet: found.sheet, lead: { row: found.row, column: found.column, turn } } : null;
    // oxlint-disable-next-line react/exhaustive-deps -- rows that change lead nowhere again
  }, [key, turn]);
}

function cellOf(
  lead: { part: string; key: string },
  made: Evaluated,
): { sheet: SheetName; row: number; column: number } | null {
  const named = /^#([^#]+)#([^#]*)#/.exec(lead.key);
  const sheet = named?.[1] as SheetName | undefined;
  if (lead.part === 'fees') {
    const kind = (sheet?.split('/')[1] ?? lead.key.split('/')[0]) as AreaKind;
    const grid = made.fees[kind];
    if (!grid) return null;
    const weights = made.rows.settings.weightRule.tiers ? 3 : 2;
    if (named) {
      const { row, column } = parseCellId(named[2] as string);
      const code = grid.codes.indexOf(column.slice(1));
      return {
        sheet: `fees/${kind}`,
        row: grid.lines.findIndex(({ id }) => id === row),
        column: code < 0 ? 0 : code + weights,
      };
    }
    const [, code = '', start = ''] = lead.key.split('/');
    const row = grid.lines.findIndex(line => line.start === Number(start) && grid.cells.has(cellId(line.id, code)));
    const any = row >= 0 ? row : grid.lines.findIndex(line => line.start === Number(start));
    return any < 0
      ? null
      : { sheet: `fees/${kind}`, row: any, column: Math.max(0, grid.codes.indexOf(code)) + weights };
  }
  const part = lead.part as RecordPart;
  const grid = made.records[part];
  if (!grid) return null;
  const id = named ? parseCellId(named[2] as string).row : lead.key;
  const column = named ? grid.fields.findIndex(({ key }) => key === parseCellId(named[2] as string).column) : 0;
  const row = grid.lines.findIndex(line => line.id === id);
  return row < 0 ? null : { sheet: part, row, column: Math.max(0, column) };
}
