import { fold } from '../../domain/fold.ts';

/** Something a list with a search box offers. */
export interface Choice {
  id: string;
  label: string;
  /** Heading it is under; consecutive choices of one group share it. */
  group: string;
  /** Shown in grey next to the label, and searched after it. */
  detail?: string;
  selected?: boolean;
  /** Found by its label alone, and not before a text was typed: there are many of its kind. */
  searched?: boolean;
}

/** So many of a kind that is searched for are shown. */
const SEARCHED_MOST = 8;

/** 0 label starts so, 1 a word of it does, 2 it contains it, 3 the detail or group does. */
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
 * The choices that a typed text finds, best first, in their own order within a rank. Groups stay together: the group of
 * the best hit comes first, each with its best few. No text finds all but what is searched for.
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
