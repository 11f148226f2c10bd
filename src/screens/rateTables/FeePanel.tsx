import { useMemo } from 'react';
import { Button } from '@fluentui/react-components';
import { PPM } from '../../domain/rates/money.ts';
import type { AreaKind, RateRows } from '../../domain/rates/rows.ts';
import { cellField } from '../../domain/rates/cells.ts';
import type { PendingState } from '../../sync/actions/draftOverlay.ts';
import { percentText } from '../../domain/rates/money.ts';
import { kilograms } from '../../domain/rates/weightRanges.ts';
import type { Edit } from '../../ui/grid/block.ts';
import type { Lead, SheetColumn, SheetModel } from '../../ui/grid/sheetModel.ts';
import { useEntered } from '../../ui/form/useEntered.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { PlainInput } from '../../ui/PlainInput.tsx';
import { PlainSelect } from '../../ui/PlainSelect.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { useLooks } from './looks.ts';
import { BLANK_ROWS, RemovedRows, SheetGrid } from './RecordPanel.tsx';
import { cellId, withTyped, type SheetDraft, type TypedCell } from './sheets/draft.ts';
import { areaColumn, feeCell, FROM, serverFeeText, SIDES, TO, type FeeSheet } from './sheets/feeSheet.ts';
import { amountRule, weightRule, type SheetContext } from './sheets/fields.ts';

const PriceCurves = lazyPart(() => import('./PriceCurves.tsx').then(module => module.PriceCurves));

/** Changes of at least this size (in ppm) get the strongest color. */
const HEAT_FULL = 200_000;

export interface ComparedRows {
  label: string;
  rows: RateRows;
}

interface FeePanelProps {
  sheet: FeeSheet;
  rows: RateRows;
  draft: SheetDraft;
  context: SheetContext;
  tiers: boolean;
  lead: Lead | null;
  warnings: ReadonlyMap<string, string>;
  /** Cells that have not reached the server, by field. */
  pending: ReadonlyMap<string, PendingState>;
  /** The versions with which the grid can be compared for its coloring, and the selected one. */
  others: readonly { id: number; label: string }[];
  against: number | null;
  onAgainst: (id: number | null) => void;
  compared: ComparedRows | null;
  /** Whether the price curves are shown. */
  curves: boolean;
  onCurves: (shown: boolean) => void;
  /** The name of the draft that keeps the typed code of a new zone or route. */
  draftKey: string;
  onKind: (kind: AreaKind) => void;
  onAddArea?: ((code: string) => void) | undefined;
  onChange?: ((next: (draft: SheetDraft) => SheetDraft) => void) | undefined;
  /** Why the grid is read-only, if it is. */
  locked: string | undefined;
  onUndo: (() => void) | undefined;
  onRedo: (() => void) | undefined;
  onRemoveRows?: ((ids: readonly string[]) => void) | undefined;
}

/**
 * Basic fees as a spreadsheet of zones or routes by weight; if compared with another version, changed cells are
 * colored.
 */
export function FeePanel(props: FeePanelProps) {
  const { sheet, rows, draft, context, tiers, lead, warnings, pending, others, against, onAgainst, compared } = props;
  const { curves, onCurves } = props;
  const { onKind, onAddArea, onChange, onUndo, onRedo, onRemoveRows } = props;
  const styles = useLooks();
  const { notify } = useUi();
  const entered = useEntered(props.draftKey, { code: '' });
  const { code } = entered.values;
  const setCode = (text: string) => entered.change({ code: text });
  const { kind, codes, lines, problems } = sheet;
  const editable = onChange !== undefined;
  const columns = useMemo((): SheetColumn[] => {
    const weight = weightRule(context);
    const amount = amountRule(context);
    const names = new Map(rows.names.filter(row => row.kind === kind).map(row => [row.code, row.name]));
    return [
      { key: FROM, label: 'From kg', width: 84, number: weight },
      { key: TO, label: 'To kg', width: 84, number: weight },
      ...(tiers
        ? [{ key: SIDES, label: 'Sum of sides cm', width: 120, number: { decimals: 1, country: context.country } }]
        : []),
      ...codes.map(one => {
        const name = names.get(one) ?? '';
        return { key: areaColumn(one), label: name === '' || name === one ? one : `${one} ${name}`, number: amount };
      }),
    ];
    // oxlint-disable-next-line react/exhaustive-deps -- names are part of the rows
  }, [context, codes.join('\t'), tiers, kind, rows.names]);
  const foreign = compared !== null && compared.rows.settings.currency !== context.currency;
  const heat = useMemo(() => (compared && !foreign ? heatOf(compared.rows, kind) : null), [compared, foreign, kind]);
  const model = useMemo(
    (): SheetModel => ({
      rows: lines.length + (editable ? BLANK_ROWS : 0),
      columns,
      corner: 'Weight',
      grows: true,
      rowHead: row => {
        const line = lines[row];
        if (!line) return 'new range';
        if (line.start === null || line.end === null) return 'new range';
        return `${kilograms(line.start)} to ${kilograms(line.end)} kg`;
      },
      look: (row, column) => {
        const line = lines[row];
        const own = columns[column];
        if (!line || !own) return { shown: '', typed: '' };
        const id = cellId(line.id, own.key);
        const cell = feeCell(sheet, line, own.key, draft, context);
        const problem = problems.get(id);
        const share =
          own.key.startsWith('=') && line.start !== null ? heat?.(own.key.slice(1), line.start, rows) : null;
        const change = share === null || share === undefined || share === 0 ? null : share;
        const warning = warnings.get(id) ?? (change === null ? undefined : changeWords(change, compared?.label ?? ''));
        return {
          ...cell,
          ...(problem === undefined ? {} : { problem }),
          ...(pending.size === 0 || line.start === null
            ? {}
            : { pending: pending.get(cellField('fees', `${kind}/${own.key.slice(1)}/${line.start}`)) }),
          ...(warning === undefined || !warnings.has(id) ? {} : { warning }),
          ...(change === null ? {} : { heat: Math.max(-1, Math.min(1, change / HEAT_FULL)), note: warning ?? '' }),
        };
      },
    }),
    [lines, columns, sheet, draft, context, problems, warnings, pending, kind, heat, rows, compared, editable],
  );
  const edit = (edits: readonly Edit[]) => {
    const now = serverFeeText(sheet, context);
    const typed = edits.flatMap(({ row, column, text }): TypedCell[] => {
      const own = columns[column];
      const line = lines[row];
      if (!own) return [];
      const before = line && !line.id.startsWith('+') ? (now(line.id, own.key) ?? '') : '';
      return [{ row: line?.id ?? null, blank: row, column: own.key, now: before, text: text.trim() }];
    });
    onChange?.(was => withTyped(was, typed));
  };
  const add = () => {
    const wanted = code.trim();
    if (wanted === '') return;
    if (codes.includes(wanted)) notify.warning(`${kind === 'zone' ? 'Zone' : 'Route'} ${wanted} already exists.`);
    else if (wanted.includes('/') || wanted.length > 64) notify.warning('A code has at most 64 characters and no "/".');
    else {
      onAddArea?.(wanted);
      setCode('');
    }
  };
  return (
    <>
      <div className={styles.bar}>
        <PlainSelect label="Fees by" value={kind} onChange={value => onKind(value as AreaKind)}>
          <option value="zone">By zone</option>
          <option value="route">By route</option>
        </PlainSelect>
        <PlainSelect
          label="Colors"
          value={against === null ? '' : String(against)}
          onChange={value => onAgainst(value === '' ? null : Number(value))}
        >
          <option value="">No comparison</option>
          {others.map(({ id, label }) => (
            <option key={id} value={String(id)}>
              Compare with {label}
            </option>
          ))}
        </PlainSelect>
        <Button aria-pressed={curves} onClick={() => onCurves(!curves)}>
          {curves ? 'Hide price curves' : 'Price curves'}
        </Button>
        <span className={styles.grow} />
        {onAddArea && (
          <>
            <PlainInput
              aria-label={`Code of a new ${kind}`}
              placeholder={`New ${kind}`}
              value={code}
              maxLength={64}
              onText={setCode}
              onKeyDown={event => event.key === 'Enter' && add()}
            />
            <Button disabled={code.trim() === ''} onClick={add}>
              Add {kind}
            </Button>
          </>
        )}
      </div>
      {codes.length === 0 && (
        <p className={styles.note}>
          There is no {kind} yet.{' '}
          {onAddArea ? `Add the first one above, or paste calculation addresses with their ${kind}s.` : ''}
        </p>
      )}
      {curves && (
        <PriceCurves
          rows={rows}
          kind={kind}
          codes={codes}
          currency={context.currency}
          compared={foreign ? null : compared}
        />
      )}
      <SheetGrid
        label={`Basic fees by ${kind}`}
        model={model}
        lead={lead}
        locked={props.locked}
        onNotice={text => notify.warning(text)}
        {...(editable
          ? {
              onEdit: edit,
              onUndo,
              onRedo,
              onRemoveRows: (chosen: readonly number[]) => onRemoveRows?.(chosen.flatMap(row => lines[row]?.id ?? [])),
            }
          : {})}
      />
      {onChange && <RemovedRows draft={draft} onChange={onChange} />}
      <p className={styles.note}>
        A cell contains the fee for a range of weights; an empty cell means no fee, not 0.
        {foreign
          ? ` ${compared.label} is in ${compared.rows.settings.currency}, so its fees cannot be compared with these.`
          : compared
            ? ` Red is more expensive than ${compared.label}, green is cheaper.`
            : ''}
      </p>
    </>
  );
}

const changeWords = (share: number, label: string): string =>
  `${share > 0 ? '+' : ''}${percentText(Math.round(share / 100) * 100)} compared with ${label}`;

/** The relative change (in ppm) of a fee at the start of its range; null if either version has no fee there. */
function heatOf(before: RateRows, kind: AreaKind): (code: string, start: number, now: RateRows) => number | null {
  const byCode = new Map<string, { start: number; end: number; fee: number | null }[]>();
  for (const row of before.fees) {
    if (row.kind !== kind) continue;
    const own = byCode.get(row.code);
    if (own) own.push(row);
    else byCode.set(row.code, [row]);
  }
  let of: RateRows | null = null;
  let fees = new Map<string, number | null>();
  return (code, start, now) => {
    if (of !== now) {
      of = now;
      fees = new Map(now.fees.filter(row => row.kind === kind).map(row => [`${row.code}/${row.start}`, row.fee]));
    }
    const is = fees.get(`${code}/${start}`) ?? null;
    const was = byCode.get(code)?.find(row => row.start <= start && start < row.end)?.fee ?? null;
    return is === null || was === null || was === 0 ? null : ((is - was) / was) * PPM;
  };
}
