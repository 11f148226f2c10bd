import { useState, type ClipboardEvent } from 'react';
import { readBlock } from '../../domain/clipboardBlock.ts';
import { openNumber, rewritten, type OpenNumber } from '../../domain/rates/pastedNumbers.ts';
import { clearEdits, pasteEdits, writeBlock, type Edit, type Pasted } from './block.ts';
import type { PasteStyle } from './PasteQuestion.tsx';
import { clamp } from './range.ts';
import type { SheetModel } from './sheetModel.ts';
import type { SheetControl } from './useSheetControl.ts';

/** Maximum number of rows that a paste may append, if the grid can grow. */
const GROWS_BY = 50_000;

/**
 * Copies, cuts and pastes blocks of cells as Excel does. If pasted numbers can be read in two ways, the person is asked
 * first.
 *
 * @param editable whether cells can be cut and pasted
 */
export function useSheetClipboard(
  model: SheetModel,
  { store, size, select, write, refuse }: SheetControl,
  editable: boolean,
  onNotice: ((text: string) => void) | undefined,
) {
  const [asked, setAsked] = useState<{ pasted: Pasted; open: readonly OpenNumber[] } | null>(null);
  const copy = (event: ClipboardEvent, cuts = false) => {
    if (event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', writeBlock(store.selected, store.typedOf));
    if (cuts) write(clearEdits(store.selected));
  };
  const paste = (event: ClipboardEvent) => {
    if (event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    if (!editable) return refuse();
    const block = readBlock(event.clipboardData.getData('text/plain'));
    const room = model.grows === true ? { ...size, rows: size.rows + GROWS_BY } : size;
    const pasted = pasteEdits(block, store.selected, room);
    const { edits, outside } = pasted;
    if (outside > 0)
      onNotice?.(
        outside === 1
          ? 'One pasted cell fell outside the grid and was ignored.'
          : `${outside} pasted cells fell outside the grid and were ignored.`,
      );
    const open = edits.flatMap(({ column, text }) => {
      const rule = model.columns[column]?.number;
      return (rule && openNumber(text, rule)) ?? [];
    });
    if (open.length > 0) setAsked({ pasted, open });
    else put(pasted, edits);
  };
  /** Writes the edits, and selects the pasted cells, including those in rows that the paste appends. */
  const put = ({ range }: Pasted, edits: readonly Edit[]) => {
    write(edits);
    const filled = edits.reduce(
      (most, { row, text }) => (text.trim() === '' ? most : Math.max(most, row)),
      size.rows - 1,
    );
    const last = clamp({ row: range.bottom, column: range.right }, { ...size, rows: filled + 1 });
    select({ anchor: { row: range.top, column: range.left }, focus: last });
  };
  const answered = (style: PasteStyle) => {
    if (!asked) return;
    const { pasted } = asked;
    setAsked(null);
    put(
      pasted,
      style === 'asIs'
        ? pasted.edits
        : // The notation is that of the whole block, so that 1.500 next to 2.000,00 is not read as 1.5.
          pasted.edits.map(edit => {
            const rule = model.columns[edit.column]?.number;
            return rule ? { ...edit, text: rewritten(edit.text, style, rule) } : edit;
          }),
    );
  };
  return {
    onCopy: (event: ClipboardEvent) => copy(event),
    onCut: (event: ClipboardEvent) => copy(event, editable),
    onPaste: paste,
    /** The question about pasted numbers; null if there is none. */
    question: asked && { open: asked.open, onAnswer: answered, onCancel: () => setAsked(null) },
  };
}
