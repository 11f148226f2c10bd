// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { hideComposedKeys } from './composition.ts';

const field = document.createElement('input');
document.body.append(field);
const seen = vi.fn<(event: Event) => void>();
let end = (): void => undefined;
afterEach(() => {
  end();
  field.removeEventListener('keydown', seen);
  document.removeEventListener('keydown', seen, { capture: true });
  seen.mockClear();
});

it.each([
  ['a composing key', { isComposing: true, keyCode: 13 }],
  ['a key that an input method consumed, in browsers that do not mark it', { isComposing: false, keyCode: 229 }],
])('the handlers of the field and of the document do not receive %s', (_, about) => {
  end = hideComposedKeys(window);
  field.addEventListener('keydown', seen);
  document.addEventListener('keydown', seen, { capture: true });
  const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
  for (const [name, value] of Object.entries(about)) Object.defineProperty(event, name, { value });
  field.dispatchEvent(event);
  expect(seen).not.toHaveBeenCalled();
  // The input method still receives the key.
  expect(event.defaultPrevented).toBe(false);
});

it('the handlers receive keys that are not part of a composition', () => {
  end = hideComposedKeys(window);
  field.addEventListener('keydown', seen);
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  expect(seen).toHaveBeenCalledOnce();
});
