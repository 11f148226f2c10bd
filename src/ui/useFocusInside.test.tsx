// @vitest-environment happy-dom
import { act, useRef } from 'react';
import { expect, it } from 'vitest';
import { reactRoot } from '../../tests/support/reactRoot.ts';
import { useFocusInside } from './useFocusInside.ts';

const page = reactRoot();

function Part({ keys }: { keys: readonly string[] }) {
  const root = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusInside(root, heading);
  return (
    <>
      <button id="outside">Outside</button>
      <p id="text">Text</p>
      <section ref={root}>
        <h2 ref={heading} id="heading" tabIndex={-1}>
          Changes
        </h2>
        {keys.map(key => (
          <button key={key} id={key}>
            Revert
          </button>
        ))}
      </section>
    </>
  );
}

const show = (...keys: string[]) => act(async () => page.root.render(<Part keys={keys} />));
const focus = (id: string) => act(async () => document.getElementById(id)?.focus());

it('the container is focused if its focused control disappears', async () => {
  await show('a', 'b');
  await focus('a');
  await show('b');
  expect(document.activeElement?.id).toBe('heading');
});

it('the focus stays where it is while the control exists, or after it has moved elsewhere', async () => {
  await show('a', 'b');
  await focus('b');
  await show('b');
  expect(document.activeElement?.id).toBe('b');
  await focus('outside');
  await show('a');
  expect(document.activeElement?.id).toBe('outside');
});

it('the container does not take the focus after a click outside all controls', async () => {
  await show('a');
  await focus('a');
  document.getElementById('text')?.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  document.getElementById('a')?.blur();
  await show();
  expect(document.activeElement).toBe(document.body);
});

it('while a control is disabled the container has the focus, and afterward the control has it again', async () => {
  await show('a', 'b');
  await focus('a');
  const control = document.getElementById('a') as HTMLButtonElement;
  await act(async () => void (control.disabled = true));
  expect(document.activeElement?.id).toBe('heading');
  await act(async () => void (control.disabled = false));
  expect(document.activeElement?.id).toBe('a');
  await act(async () => void (control.disabled = true));
  await focus('b');
  await act(async () => void (control.disabled = false));
  expect(document.activeElement?.id).toBe('b');
});
