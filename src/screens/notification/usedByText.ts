import type { TemplateRow } from '../../contract/notify.ts';

/** Rules that use a template: "A, B and 2 of other countries"; empty if none does. Rules of other countries are not named. */
export function usedByText({ usedBy, usedElsewhere }: Pick<TemplateRow, 'usedBy' | 'usedElsewhere'>): string {
  const others = usedElsewhere === 0 ? '' : `${usedElsewhere} of other countries`;
  return [usedBy.join(', '), others].filter(text => text !== '').join(' and ');
}
