// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchGesture } from './oneGesture.ts';

/** The Enter key presses and clicks received by the page. */
const reached: string[] = [];
const note = (event: Event) => void reached.push(event.type);

beforeEach(() => {
  vi.useFakeTimers();
  reached.length = 0;
  document.body.innerHTML = '<button>Edit</button><textarea></textarea>';
  document.body.addEventListener('keydown', note);
  document.body.addEventListener('click', note);
});
afterEach(() => {
  release();
  vi.advanceTimersByTime(2000);
  vi.useRealTimers();
  document.body.removeEventListener('keydown', note);
  document.body.removeEventListener('click', note);
});

function enter(at: number, more: { repeat?: boolean; in?: string; key?: string } = {}): void {
  const event = new KeyboardEvent('keydown', { key: more.key ?? 'Enter', repeat: more.repeat ?? false, bubbles: true });
  Object.defineProperty(event, 'timeStamp', { value: at });
  document.querySelector(more.in ?? 'button')?.dispatchEvent(event);
}
function release(): void {
  window.dispatchEvent(new KeyboardEvent('keyup', { key: 'Enter' }));
}
const click = (detail: number) =>
  document.querySelector('button')?.dispatchEvent(new MouseEvent('click', { detail, bubbles: true }));

it('if a double Enter closes a dialog, its second Enter is ignored, while later or different keys are not', () => {
  const gone = watchGesture();
  enter(1000);
  release();
  gone();
  enter(1200);
  expect(reached).toEqual(['keydown']);
  enter(1250, { key: 'Tab' });
  enter(1700);
  expect(reached).toEqual(['keydown', 'keydown', 'keydown']);
});

it('another key between two Enters separates them into two gestures, however quickly they follow', () => {
  const gone = watchGesture();
  enter(1000);
  release();
  gone();
  enter(1060, { key: 'ArrowDown' });
  enter(1120);
  expect(reached).toEqual(['keydown', 'keydown', 'keydown']);
  // The dialog opened by the second press receives the next one.
  release();
  enter(1200);
  expect(reached).toHaveLength(4);
});

it('a key pressed before the dialog has closed also ends the gesture', () => {
  const gone = watchGesture();
  enter(1000);
  release();
  enter(1040, { key: 'ArrowDown' });
  gone();
  enter(1120);
  expect(reached).toHaveLength(3);
});

it('holding Enter down neither applies the dialog that it opened nor reopens the one that it closed', () => {
  const gone = watchGesture();
  enter(1000, { repeat: true });
  enter(1030, { repeat: true, in: 'textarea' });
  expect(reached).toEqual(['keydown']);
  enter(2000);
  gone();
  vi.advanceTimersByTime(5000);
  enter(7000, { repeat: true });
  expect(reached).toEqual(['keydown', 'keydown']);
  release();
  vi.advanceTimersByTime(1000);
  enter(9000);
  expect(reached).toHaveLength(3);
});

it('the second click of a double click on a dialog’s button does not reach the page below', () => {
  const gone = watchGesture();
  click(2);
  gone();
  click(2);
  click(1);
  expect(reached).toEqual(['click', 'click']);
  vi.advanceTimersByTime(1000);
  click(2);
  expect(reached).toHaveLength(3);
});
