import { useMemo, useState, type ReactNode } from 'react';
import type { RateVersionRow } from '../../contract/rateTable/versions.ts';
import type { AreaKind, RowRef } from '../../domain/rates/rows.ts';
import { isOffered, type ShownState } from '../../domain/rates/versions.ts';
import type { DraftWithWrites } from '../../sync/actions/draftOverlay.ts';
import { applyDraft, type ReadVersion } from '../../sync/actions/rateTables.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { useAddressState } from '../shared/useAddressState.ts';
import { useWritten } from '../shared/useUndo.ts';
import { AppliedWrites } from './AppliedWrites.tsx';
import { ApplyBar } from './ApplyBar.tsx';
import { Conflicts } from './Conflicts.tsx';
import { useFamily } from './family.tsx';
import { FeePanel } from './FeePanel.tsx';
import { Findings } from './Findings.tsx';
import { LeftTyped } from './LeftTyped.tsx';
import { useLooks } from './looks.ts';
import { RecordPanel } from './RecordPanel.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { decided, withRemoved, withTyped, type SheetDraft } from './sheets/draft.ts';
import type { RecordPart } from './sheets/fields.ts';
import { isUntouched, nowCells, sheetDraft, withSheet, type SheetName } from './sheets/versionDraft.ts';
import { useEvaluation } from './useEvaluation.ts';
import { useGridLead } from './useGridLead.ts';
import { draftKeyOf, useVersionDraft } from './useVersionDraft.ts';
import { useVersionRows } from './useVersions.ts';
import { VersionActions } from './VersionActions.tsx';
import { VersionDialogs, type VersionDialog } from './VersionDialogs.tsx';
import { conflictName, countOf, sectionOf, sectionsIn } from './versionSections.ts';
import { versionTitle } from './versionState.tsx';
import { errorText } from '../../domain/errorText.ts';

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

interface VersionEditorProps {
  version: RateVersionRow;
  versions: readonly RateVersionRow[];
  state: ShownState;
  read: ReadVersion;
  writable: boolean;
  /** The row to which the URL points. */
  lead: RowRef | { part: string; key: string } | null;
  onLead: (part: string, key: string | null) => void;
  onChanged: () => void;
  writes: DraftWithWrites;
  /** Pages to which the version links. */
  links: ReactNode;
}

const EMPTY = {};

/** Why the rows of a version cannot be changed, and what to do instead. */
function lockedWords({ versionNo }: RateVersionRow, state: ShownState, mayWrite: boolean): string {
  if (isOffered('update', state)) return 'You do not have permission to change this draft.';
  if (state === 'Deleted') return `Version ${versionNo} was deleted and cannot be changed.`;
  const fixed = `Version ${versionNo} is ${state} and cannot be changed.`;
  return mayWrite ? `${fixed} Copy it to change its prices.` : fixed;
}

/** The sections of a version. Typed values stay on this device until Apply sends them in a single call. */
export function VersionEditor(props: VersionEditorProps) {
  const { version, versions, read, writes, writable, lead, onLead, onChanged } = props;
  const looks = useLooks();
  const { client, entity } = useSync();
  const { family, feature } = useFamily();
  const { can } = useUi();
  const written = useWritten();
  const kept = useVersionDraft(draftKeyOf(family, version.id));
  const { change, undo, redo, reset, settle } = kept;
  // What was typed into a deleted draft cannot be moved into a copy, so it is shown to be copied by hand.
  const draft = writable || props.state === 'Deleted' ? kept.draft : EMPTY;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [dialog, setDialog] = useState<VersionDialog | null>(null);
  // What the grid of fees shows is part of the URL, like the section.
  const [search, put] = useAddressState();
  const kind: AreaKind | null = search['by'] === 'zone' || search['by'] === 'route' ? search['by'] : null;
  const against = typeof search['against'] === 'number' ? search['against'] : null;
  const other = useMemo(() => versions.find(({ id }) => id === against) ?? null, [versions, against]);
  const compared = useVersionRows(other);

  const { context, made, findings, warnings } = useEvaluation(read, draft);
  const sections = sectionsIn(entity, made);
  const asked = sectionOf(lead?.part, lead?.key ?? '');
  const section = sections.some(({ value }) => value === asked) ? asked : 'fees';
  const shownKind: AreaKind =
    kind ?? (lead?.part === 'fees' && lead.key.startsWith('route/') ? 'route' : read.rows.settings.esfArea);
  const gridLead = useGridLead(lead, made);
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
    if (row.part === 'fees') put({ by: row.key.startsWith('route/') ? 'route' : 'zone' });
    onLead(row.part, row.key);
  };

  const apply = async () => {
    setFailure(null);
    setBusy(true);
    try {
      const entries = await applyDraft(client, entity, family, read, made.changes);
      // The grids stay open while the changes are being stored, so more may have been typed since.
      settle(draft);
      for (const entry of entries) written('Applied', entry);
    } catch (error) {
      // Accepted values are shown in the grids, and therefore no longer count as changes.
      setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  };

  const isTyped = !isUntouched(draft);
  const locked = writable ? undefined : lockedWords(version, props.state, can(`${feature}.write`));
  const shared = { context, pending: writes.pending, locked, onUndo: undo, onRedo: redo };
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
          state={props.state}
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
      {!writable && !isUntouched(kept.draft) && (
        <LeftTyped
          version={version}
          state={props.state}
          draft={kept.draft}
          onDiscard={() => setDialog('discard')}
          onMoved={() => reset({})}
        />
      )}
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
      {kept.restored && isTyped && writable && (
        <p className={looks.note}>Your earlier changes that were not applied have been restored in the grids.</p>
      )}
      <Tabs
        label="Sections of the version"
        items={sections.map(({ value, label }) => ({
          value,
          label: `${label}${countOf(value, made)}`,
        }))}
        value={section}
        onSelect={value => onLead(value === 'vat' ? 'settings' : value, value === 'vat' ? 'vat' : null)}
      />
      <AppliedWrites waiting={writes.waiting} needsYou={writes.needsYou} />
      <Conflicts
        conflicts={made.conflicts}
        nameOf={conflictName}
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
        <SettingsSection
          section={section}
          settings={read.rows.settings}
          onEdit={writable ? () => setDialog('settings') : undefined}
        />
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
          onAgainst={value => put({ against: value ?? undefined })}
          curves={search['curves'] === 1}
          onCurves={shown => put({ curves: shown ? 1 : undefined })}
          draftKey={`${draftKeyOf(family, version.id)}/newArea`}
          compared={other && compared.read ? { label: versionTitle(other), rows: compared.read.rows } : null}
          onKind={value => put({ by: value })}
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
      {section === 'findings' && !findings && <p className={looks.note}>Checking the version…</p>}
      {section === 'findings' && findings && (
        <Findings
          findings={findings}
          note={
            isOffered('update', props.state)
              ? 'Problems that this device found in the current rows, including unapplied changes. Submit also checks for places without a zone or route.'
              : 'Problems that this device found in the rows of this version.'
          }
          onLead={goToRow}
        />
      )}
      {writable && (isTyped || busy) && (
        <ApplyBar
          made={made}
          busy={busy}
          failure={failure}
          onLead={onLead}
          discard={() => setDialog('discard')}
          apply={apply}
        />
      )}
      <VersionDialogs
        dialog={dialog}
        version={version}
        read={read}
        close={() => setDialog(null)}
        onDiscard={() => {
          reset({});
          setFailure(null);
        }}
        goToRow={goToRow}
        onChanged={onChanged}
      />
    </>
  );
}
