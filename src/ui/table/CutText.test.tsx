// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import { CutText } from './CutText.tsx';

const page = reactRoot();

it('a long text in a custom cell is truncated like that of other cells, and the tooltip has all of it', () => {
  const text = 'Kurir '.repeat(40);
  act(() => page.root.render(<CutText text={text} />));
  const span = document.querySelector<HTMLElement>('[data-full]');
  expect(span?.dataset['full']).toBe(text);
  expect(getComputedStyle(span as Element).overflow).toBe('hidden');
});
