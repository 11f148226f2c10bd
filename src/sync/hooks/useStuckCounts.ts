import { useOutbox } from './useOutbox.ts';

/**
 * How many of the person's writes the server refused, and how many conflict with a colleague's; undefined until they
 * are counted.
 */
export const useStuckCounts = (): { refused: number; conflicts: number } | undefined =>
  useOutbox(async ({ db }) => {
    const count = (state: 'refused' | 'conflict') => db.entries.where('state').equals(state).count();
    const [refused, conflicts] = await Promise.all([count('refused'), count('conflict')]);
    return { refused, conflicts };
  });
