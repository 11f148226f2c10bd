import { formatCount } from '../format.ts';
import { losesCoverage, SUPPORT_KEYS } from '../serviceable.ts';
import type { Checked, ImportLookup } from './check.ts';
import { countText } from './countsText.ts';
import { CHANGE, type Diff } from './diff.ts';

/** Describes how an import changes the coverage of serviceable areas. */

const WORDS: Readonly<Record<(typeof SUPPORT_KEYS)[number], string>> = {
  canDeliver: 'delivery',
  canCOD: 'COD delivery',
  canPickup: 'pickup',
  canCODPickup: 'COD pickup',
};

interface Effect {
  /** A location served by several channels or 3PLs, or by both types, counts once. */
  places: number;
  /** How many of these places keep a record that no longer has any of the four services. */
  emptied: number;
  seen: Uint8Array;
  owners: Set<number>;
  states: Set<number>;
}

const none = (places: number): Effect => ({
  places: 0,
  emptied: 0,
  seen: new Uint8Array(places),
  owners: new Set(),
  states: new Set(),
});

/** "Banten", "Banten and Bali", "12 states". */
function statesText({ states }: Effect, lookup: ImportLookup): string {
  const names = [...states].map(state => lookup.places.name(state));
  if (names.length === 0) return '';
  if (names.length > 3) return ` in ${countText(names.length, 'state')}`;
  const last = names.pop() as string;
  return ` in ${names.length === 0 ? last : `${names.join(', ')} and ${last}`}`;
}

/**
 * Sentences such as "Removes coverage for 214 locations in Jawa Barat" and "3 channels lose COD pickup at 40
 * locations". Coverage is removed if a record loses all its services; an individual service is lost if others remain.
 * @param noun what the records are about: "location", "postcode"
 */
export function coverageSentences(checked: Checked, diff: Diff, lookup: ImportLookup, noun: string): string[] {
  const { columns } = checked.declaration;
  const ownerAt = columns.findIndex(({ key }) => key === checked.declaration.owner);
  const ownerType = columns[ownerAt]?.type;
  const owner = ownerType?.kind === 'id' && ownerType.of === '3pl' ? '3PL' : 'channel';
  const valueAt = SUPPORT_KEYS.map(key => diff.columns.findIndex(column => column.key === key));
  const cellAt = SUPPORT_KEYS.map(key => columns.findIndex(column => column.key === key));
  const { size: known } = lookup.places;
  const effects = { gained: none(known), lost: none(known) };
  const services = SUPPORT_KEYS.map(() => ({ gained: none(known), lost: none(known) }));
  checked.files.forEach((file, number) => {
    const { changes, existing } = diff.files[number] ?? { changes: new Uint8Array(0), existing: new Int32Array(0) };
    const places = file.places[0];
    const note = (effect: Effect, row: number): void => {
      const before = effect.places;
      effect.owners.add(file.values[ownerAt]?.[row] as number);
      const place = places?.[row] ?? -1;
      if (place < 0) effect.places += 1;
      else if (effect.seen[place] === 0) {
        effect.seen[place] = 1;
        effect.places += 1;
        effect.states.add(lookup.places.ancestor(place, 0));
      }
      if (changes[row] === CHANGE.changed) effect.emptied += effect.places - before;
    };
    for (let row = 0; row < changes.length; row++) {
      const change = changes[row];
      if (change !== CHANGE.added && change !== CHANGE.changed && change !== CHANGE.removed) continue;
      const record = existing[row] as number;
      const bits = (has: (at: number) => boolean): number =>
        SUPPORT_KEYS.reduce((all, _, at) => all | (has(at) ? 1 << at : 0), 0);
      const before = record < 0 ? 0 : bits(at => diff.records.values[valueAt[at] as number]?.[record] === 1);
      const after = change === CHANGE.removed ? 0 : bits(at => file.values[cellAt[at] as number]?.[row] === 1);
      if (before === after) continue;
      if (before === 0) note(effects.gained, row);
      else if (losesCoverage(before, after)) note(effects.lost, row);
      else {
        services.forEach(({ gained, lost }, at) => {
          if (before & ~after & (1 << at)) note(lost, row);
          if (after & ~before & (1 << at)) note(gained, row);
        });
      }
    }
  });
  const sentences: string[] = [];
  // The preview counts these records as changed rather than removed.
  const coverage = (effect: Effect, verb: string, emptied = 0): void => {
    if (effect.places > 0)
      sentences.push(
        `${verb} coverage for ${countText(effect.places, noun)}${statesText(effect, lookup)}${emptied > 0 ? `, ${formatCount(emptied)} of them by setting every service to No` : ''}`,
      );
  };
  coverage(effects.lost, 'Removes', effects.lost.emptied);
  coverage(effects.gained, 'Adds');
  services.forEach(({ lost, gained }, at) => {
    const word = WORDS[SUPPORT_KEYS[at] as (typeof SUPPORT_KEYS)[number]];
    for (const [effect, one, many] of [
      [lost, 'loses', 'lose'],
      [gained, 'gains', 'gain'],
    ] as const) {
      if (effect.places === 0) continue;
      const { size } = effect.owners;
      sentences.push(
        `${countText(size, owner)} ${size === 1 ? one : many} ${word} at ${countText(effect.places, noun)}${statesText(effect, lookup)}`,
      );
    }
  });
  return sentences;
}
