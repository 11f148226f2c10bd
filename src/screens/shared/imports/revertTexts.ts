import { formatCount } from '../../../domain/format.ts';

/** Texts for reviewing a revert. `total` records have since been changed; `left` are still as the import left them. */
export function revertTexts({ total, left }: { total: number; left: number }): {
  title: string;
  text: string;
  /** Null if there is nothing left to undo, so that the review ends. */
  confirm: string | null;
} {
  const one = total === 1;
  if (left === 0) {
    return {
      title: 'There is nothing left to undo',
      text: `${one ? 'The only record' : `All ${formatCount(total)} records`} of this import ${one ? 'has' : 'have'} been changed since. ${
        one ? 'It was' : 'They were'
      } left unchanged; correct ${one ? 'it' : 'them'} in the list if necessary.`,
      confirm: null,
    };
  }
  const others =
    left === 1 ? 'the other record will be restored' : `the other ${formatCount(left)} records will be restored`;
  return {
    title: one ? '1 record has been changed since' : `${formatCount(total)} records have been changed since`,
    text: `Nothing has been undone yet. ${one ? 'This record is' : 'These records are'} left unchanged; ${others}.`,
    confirm: left === 1 ? 'Revert the other' : 'Revert the others',
  };
}
