import { useOutbox } from './useOutbox.ts';

/**
 * Number of the person's writes that the server refused, and of those that conflict with a colleague's; undefined until
 * counted.
 */
export const useStuckCounts = (): { refused: number; conflicts: number } | undefined =>
  useOutbox(async ({ db }) => {
    const count = (state: 'refused' | 'conflict') => db.entries.where('state').equals(state).count();
    const [refused, conflicts] = await Promise.all([count('refused'), count('conflict')]);
    return { refused, conflicts };
  });
