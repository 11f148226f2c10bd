import { expect, it } from 'vitest';
import { dayText, monthText } from './recon.ts';

it('a nonexistent month or day is refused instead of matching nothing', () => {
  const accepted = (kind: typeof dayText, texts: string[]) => texts.filter(text => kind.safeParse(text).success);
  expect(accepted(monthText, ['2026-01', '2026-12', '2026-00', '2026-13', '2026-1', '2026-01-01'])).toEqual([
    '2026-01',
    '2026-12',
  ]);
  expect(accepted(dayText, ['2026-02-28', '2028-02-29', '2026-02-29', '2026-13-01', '2026/01/01', '2026-1-1'])).toEqual(
    ['2026-02-28', '2028-02-29'],
  );
});
