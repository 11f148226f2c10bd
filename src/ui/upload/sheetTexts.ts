import type { UploadFile } from './uploadTypes.ts';

/** Cells of a sheet's first row that are shown, for a person to identify it by. */
const SHOWN = 4;

/** Sheets among which a person chooses: "March: 10021, Standard, 1027690", with the cells of the first row below the headers. */
export function sheetTexts({
  opened,
  matched,
}: Pick<UploadFile, 'opened' | 'matched'>): { sheet: number; name: string; text: string }[] {
  const headers = opened?.sheets[matched?.sheet ?? 0]?.head[matched?.match.row ?? 0]?.cells ?? [];
  return (matched?.undecided ?? []).map(sheet => {
    const { name = '', head = [] } = opened?.sheets[sheet] ?? {};
    const at = head.findIndex(({ cells }) => cells.filter(cell => headers.includes(cell)).length > 1);
    const row = head.slice(at + 1).find(({ cells }) => cells.some(cell => cell.trim() !== ''));
    const cells = (row?.cells ?? []).filter(cell => cell.trim() !== '').slice(0, SHOWN);
    return { sheet, name, text: `${name}: ${cells.length === 0 ? 'no rows' : cells.join(', ')}` };
  });
}
