import { fold } from '../../domain/fold.ts';

/** An option in a list with a search box. */
export interface Choice {
  id: string;
  label: string;
  /** The heading above the choice; consecutive choices in the same group share it. */
  group: string;
  /** Shown in gray next to the label, and searched with lower priority. */
  detail?: string;
  selected?: boolean;
  /** Found only by its label and only once text is typed, because this kind has many choices. */
  searched?: boolean;
}

/** Maximum number of results shown for a search-only kind. */
const SEARCHED_MOST = 8;

/**
 * 0: the label starts with the text; 1: one of its words does; 2: the label contains it; 3: the detail or group
 * contains it.
 */
function fit(choice: Choice, needle: string): number | null {
  const label = fold(choice.label);
  if (label.startsWith(needle)) return 0;
  if (label.split(/[\s&/()-]+/).some(word => word.startsWith(needle))) return 1;
  if (label.includes(needle)) return 2;
  if (choice.searched === true) return null;
  const rest = fold(`${choice.detail ?? ''} ${choice.group} ${choice.label}`);
  return needle.split(' ').every(word => rest.includes(word)) ? 3 : null;
}

/**
 * The choices that match the typed text, best first, in their original order within a rank. Groups stay together: the
 * group with the best match comes first, and each shows its best few matches. An empty text matches everything except
 * search-only kinds.
 */
export function findChoices<C extends Choice>(choices: readonly C[], text: string): readonly C[] {
  const needle = fold(text);
  if (needle === '') return choices.filter(choice => choice.searched !== true);
  const hits = choices
    .flatMap((choice, at) => {
      const found = fit(choice, needle);
      return found === null ? [] : [{ choice, at, found }];
    })
    .sort((a, b) => a.found - b.found || a.at - b.at);
  const groups = [...new Set(hits.map(hit => hit.choice.group))];
  return groups.flatMap(group => {
    const own = hits.filter(hit => hit.choice.group === group).map(hit => hit.choice);
    return own[0]?.searched === true ? own.slice(0, SEARCHED_MOST) : own;
  });
}
