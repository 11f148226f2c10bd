// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import { ProblemText } from './parts.tsx';

const page = reactRoot();

it('the reason why an action failed scrolls into view, also if it changes', async () => {
  const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollIntoView');
  const show = (text: string) => act(async () => page.root.render(<ProblemText>{text}</ProblemText>));
  await show('The deadline has passed.');
  await show('The deadline has passed.');
  await show('Someone else has changed it.');
  expect(scrolled).toHaveBeenCalledTimes(2);
  expect(document.querySelector('[role=alert]')?.textContent).toBe('Someone else has changed it.');
});
