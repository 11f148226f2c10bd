import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ChangedText } from './ChangedText.tsx';

const textOf = (before: string, after: string) =>
  renderToStaticMarkup(<ChangedText before={before} after={after} />)
    .replaceAll(/<svg.*?<\/svg>/g, '>')
    .replaceAll(/<[^>]+>/g, '');

it('a long list is shown as added and removed items, and any other value as before and after', () => {
  const days = 'All: 2026-01-01, 2026-02-17, 2026-03-21, 2026-12-25';
  expect(textOf(days, days.replace('2026-02-17', '2026-02-18'))).toBe(
    'Added: 2026-02-18. Removed: 2026-02-17. Unchanged: 3',
  );
  expect(textOf(days, `${days}, 2026-12-31`)).toBe('Added: 2026-12-31. Unchanged: 4');
  expect(textOf('All: Sun', 'All: Sat, Sun')).toBe('All: Sun &gt; All: Sat, Sun'.replace('&gt;', '>'));
});
