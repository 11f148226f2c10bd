import { useEffect, useMemo, useRef, useState } from 'react';
import type { AreaKind } from '../../domain/rates/rows.ts';
import type { Lead } from '../../ui/grid/sheetModel.ts';
import type { RecordPart } from './sheets/fields.ts';
import { cellId, parseCellId } from './sheets/draft.ts';
import type { Evaluated, SheetName } from './sheets/versionDraft.ts';

/** The grid cell in the URL, each time it changes. */
export function useGridLead(
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
    // oxlint-disable-next-line react/exhaustive-deps -- changed rows must not move the focus again
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
