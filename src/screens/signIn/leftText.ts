/** The changes that a person who is not signed in has left on this device. */
export interface LeftHere {
  /** Number of changes that are not finished. */
  changes: number;
  /** Number of these changes that are not sent until the person decides, because they were refused or conflict. */
  undecided: number;
}

/** Says what people have left on this device, and what happens to it. */
export function leftText(people: readonly LeftHere[]): string {
  const sum = (of: (one: LeftHere) => number): number => people.reduce((total, one) => total + of(one), 0);
  const [changes, undecided] = [sum(one => one.changes), sum(one => one.undecided)];
  const by = people.length > 1 ? ` by ${people.length} people` : '';
  const it = changes === 1 ? 'it' : 'them';
  if (undecided === changes)
    return `${changes === 1 ? '1 change' : `${changes} changes`}${by} on this device ${changes === 1 ? 'was' : 'were'} not applied. ${changes === 1 ? 'It stays' : 'They stay'} here until the person who made ${it} signs in and decides.`;
  const kept = (kind: string): string =>
    `${changes === 1 ? `1 ${kind} change is` : `${changes} ${kind} changes are`} saved on this device${by}`;
  if (undecided === 0) return `${kept('unsent')} and will be sent when the person who made ${it} signs in.`;
  return `${kept('unfinished')}. ${undecided} of them ${undecided === 1 ? 'was not applied and needs' : 'were not applied and need'} a decision by the person who made ${undecided === 1 ? 'it' : 'them'}; the others will be sent when the person who made them signs in.`;
}
