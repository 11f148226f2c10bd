import type { QueuedImport } from '../../sync/hooks/useImports.ts';

/** An import's state in words, and why it waits where it does. */
export function importWord(queued: QueuedImport): string {
  const { state, problem } = queued;
  switch (state) {
    case 'waiting':
      return problem === '' ? 'Waiting to be sent' : `Waiting: ${problem}`;
    case 'uploading':
      return 'Uploading';
    case 'applying':
      return problem === '' ? 'The server applies it' : `The server has it: ${problem}`;
    case 'refused':
      return 'Not taken: its files have errors';
    case 'review':
      if (queued.since === null) return 'Needs you: it was not compared with anything';
      return queued.receipt?.review?.total === 0
        ? 'Needs you: it was compared too long ago'
        : 'Needs you: records were changed meanwhile';
    case 'failed':
      return 'Failed';
    case 'applied':
      // The receipt is that of the first time.
      if (queued.receipt?.repeated)
        return 'The same files were imported before, so nothing was done again. The first time';
      return queued.receipt?.revertedBy ? 'Applied and taken back' : 'Applied';
    case 'discarded':
      return 'Discarded';
  }
}
