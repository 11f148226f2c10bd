/**
 * The rules that use a template, such as "A, B and 2 rules of other countries"; empty if no rule uses it. Rules of
 * other countries are counted rather than named.
 */
export function usedByText({ usedBy, usedElsewhere }: { usedBy: readonly string[]; usedElsewhere: number }): string {
  const others = usedElsewhere === 1 ? '1 rule of another country' : `${usedElsewhere} rules of other countries`;
  return [usedBy.join(', '), usedElsewhere === 0 ? '' : others].filter(text => text !== '').join(' and ');
}
