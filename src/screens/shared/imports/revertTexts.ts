import { formatCount } from '../../../domain/format.ts';

/** Texts for reviewing a revert. `total` records have been changed since; `left` are still as the import left them. */
export function revertTexts({ total, left }: { total: number; left: number }): {
  title: string;
  text: string;
  /** null if there is nothing left to undo, so that the review ends. */
  confirm: string | null;
} {
  const one = total === 1;
  if (left === 0) {
    return {
      title: 'Nothing is left to undo',
      text: `${one ? 'The only record' : `All ${formatCount(total)} records`} of this import ${one ? 'has' : 'have'} been changed since. ${
        one ? 'It stays as it is' : 'They stay as they are'
      }; change ${one ? 'it' : 'them'} in the list where that is wrong.`,
      confirm: null,
    };
  }
  const others =
    left === 1 ? 'the other record becomes what it was' : `the other ${formatCount(left)} become what they were`;
  return {
    title: one ? '1 record has been changed since' : `${formatCount(total)} records have been changed since`,
    text: `Nothing has been undone yet. ${one ? 'This one stays as it is' : 'These stay as they are'}; ${others}.`,
    confirm: left === 1 ? 'Revert the other' : 'Revert the others',
  };
}
