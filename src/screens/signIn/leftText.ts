import { thingsText, type ImportCounts, type OpenCounts } from '../shared/thingsText.ts';

/** The changes that a person who is not signed in has left on this device. */
export interface LeftHere {
  /** Number of changes that are not finished, including imports and bulk changes. */
  changes: number;
  /** Number of these changes that are not sent until the person decides, because they were refused or conflict. */
  undecided: number;
  /** How many of the changes, and of the undecided ones, are imports and bulk changes. */
  imports: OpenCounts;
}

/** Says what people have left on this device, and what happens to it. */
export function leftText(people: readonly LeftHere[]): string {
  const sum = (of: (one: LeftHere) => number): number => people.reduce((total, one) => total + of(one), 0);
  const kinds = (of: (one: LeftHere) => ImportCounts): ImportCounts => ({
    imports: sum(one => of(one).imports),
    bulks: sum(one => of(one).bulks),
  });
  const [changes, undecided] = [sum(one => one.changes), sum(one => one.undecided)];
  const by = people.length > 1 ? ` by ${people.length} people` : '';
  const it = changes === 1 ? 'it' : 'them';
  const all = (adjective = ''): string =>
    thingsText(
      changes,
      kinds(one => one.imports.open),
      adjective,
    );
  if (undecided === changes)
    return `${all()}${by} on this device ${changes === 1 ? 'was' : 'were'} not applied. ${changes === 1 ? 'It stays' : 'They stay'} here until the person who made ${it} signs in and decides.`;
  const kept = (kind: string): string => `${all(kind)} ${changes === 1 ? 'is' : 'are'} saved on this device${by}`;
  if (undecided === 0) return `${kept('unsent')} and will be sent when the person who made ${it} signs in.`;
  return `${kept('unfinished')}. ${undecided} of them ${undecided === 1 ? 'was not applied and needs' : 'were not applied and need'} a decision by the person who made ${undecided === 1 ? 'it' : 'them'}; the others will be sent when the person who made them signs in.`;
}
