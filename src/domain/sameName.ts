import { normalise } from './import/normalise.ts';

/**
 * The form in which names that people choose are compared (roles, entities, menu entries, trigger rules, templates,
 * layouts, tokens, passkeys). Two names that differ only in case, spaces, composed letters or full-width letters look
 * the same to people, so they are the same name. Accents differ: "Tím" is not "Tim".
 */
export const nameKey = (name: string): string => normalise(name.normalize('NFKC'), 'line').toLowerCase();

/** The other name that is the same as a wanted one; undefined if the wanted one is free. */
export const takenName = (wanted: string, others: readonly string[]): string | undefined =>
  others.find(other => nameKey(other) === nameKey(wanted));
