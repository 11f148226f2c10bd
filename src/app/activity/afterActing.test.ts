import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { afterActing } from './afterActing.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const start = () => {
  const passed: string[] = [];
  return {
    passed,
    ...afterActing<string>(
      record => passed.push(record),
      record => record === 'unload',
    ),
  };
};

describe('recording clicks and key presses', () => {
  it('records are forwarded after a short delay, in order', () => {
    const { passed, record } = start();
    record('click');
    record('keyup');
    expect(passed).toEqual([]);
    vi.runAllTimers();
    expect(passed).toEqual(['click', 'keyup']);
    record('click');
    vi.runAllTimers();
    expect(passed).toEqual(['click', 'keyup', 'click']);
  });

  it('records are forwarded immediately, and only once, when the page closes or its tracker stops', () => {
    const { passed, record, flush } = start();
    record('click');
    record('unload');
    expect(passed).toEqual(['click', 'unload']);
    record('keyup');
    flush();
    vi.runAllTimers();
    expect(passed).toEqual(['click', 'unload', 'keyup']);
  });
});
