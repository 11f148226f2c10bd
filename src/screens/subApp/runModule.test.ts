// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { FakeClock, settle } from '../../sync/testing/fakeEnv.ts';
import { faultOf, runModule, type ModuleDeps, type ModuleFault } from './runModule.ts';

const MANIFEST = {
  contract: 1,
  name: 'Billing',
  module: 'opsbms',
  version: '1.2.0',
  release_time: 1_790_000_000,
  entry: 'main.js',
  css: ['main.css'],
  files: [],
};

/** @param busy milliseconds for which the module has kept the thread busy, so that no timer ran */
function setUp(load: ModuleDeps['load'], manifest: Partial<typeof MANIFEST> = {}, busy: () => number = () => 0) {
  const clock = new FakeClock();
  const element = document.createElement('div');
  const faults: ModuleFault[] = [];
  const leaveFaults: string[] = [];
  /** The kinds of the faults, and "leave" for each one while leaving, in the order in which they were reported. */
  const order: string[] = [];
  const onMounted = vi.fn<() => void>();
  const removed = vi.fn<() => void>();
  const signals: AbortSignal[] = [];
  const end = runModule({
    manifest: { ...MANIFEST, ...manifest },
    element,
    context: {} as ModuleDeps['context'],
    request: signal => {
      signals.push(signal);
      return (async () => ({})) as unknown as ReturnType<ModuleDeps['request']>;
    },
    load,
    style: async () => removed,
    after: (millis, run) => clock.after(millis, run),
    ticks: () => clock.ticks() + busy(),
    onMounted,
    onFault: fault => {
      faults.push(fault);
      order.push(fault.kind);
    },
    onLeaveFault: message => {
      leaveFaults.push(message);
      order.push('leave');
    },
  });
  return { clock, element, faults, leaveFaults, order, onMounted, removed, signals, end };
}

const draws = (text: string) => ({
  mount: (element: HTMLElement) => {
    element.textContent = text;
  },
  unmount: vi.fn<() => void>(),
});

describe('loading and running a sub-application', () => {
  it('a sub-application is loaded from its own URL, mounted, and unmounted together with its styles', async () => {
    const own = draws('42 bills');
    const load = vi.fn<(address: string) => Promise<unknown>>(async () => own);
    const { element, faults, onMounted, removed, signals, end } = setUp(load);
    await settle();
    expect(load).toHaveBeenCalledWith('/static/opsbms/main.js?v=1790000000');
    expect([element.textContent, faults, onMounted.mock.calls.length]).toEqual(['42 bills', [], 1]);
    end();
    await settle();
    expect([own.unmount.mock.calls.length, removed.mock.calls.length, signals[0]?.aborted]).toEqual([1, 1, true]);
    expect(element.childNodes).toHaveLength(0);
  });

  it('if a sub-application’s mount throws, the error is reported and everything it rendered is removed', async () => {
    const { element, faults, order } = setUp(async () => ({
      mount: (at: HTMLElement) => {
        at.textContent = 'half';
        throw new Error('no bills here');
      },
      unmount: () => {
        throw new Error('nor there');
      },
    }));
    await settle();
    expect(faults).toEqual([{ kind: 'mount', message: 'Billing 1.2.0 could not start: no bills here.' }]);
    expect(element.childNodes).toHaveLength(0);
    // The page shows the first fault, so the second one needs no notice.
    expect(order).toEqual(['mount', 'leave']);
  });

  it('a sub-application that has not mounted within five seconds is stopped, and unmounted if it mounts later', async () => {
    let arrive = (): void => undefined;
    const unmount = vi.fn<() => void>();
    const { clock, faults, signals, onMounted } = setUp(async () => ({
      mount: () => new Promise<void>(resolve => (arrive = resolve)),
      unmount,
    }));
    await clock.advance(4_999);
    expect(faults).toEqual([]);
    await clock.advance(2);
    expect(faults).toEqual([
      { kind: 'late', message: 'Billing 1.2.0 did not start within 5 seconds and was stopped.' },
    ]);
    expect(signals[0]?.aborted).toBe(true);
    const before = unmount.mock.calls.length;
    arrive();
    await settle();
    expect(unmount.mock.calls.length).toBeGreaterThan(before);
    expect(onMounted).not.toHaveBeenCalled();
  });

  it('a sub-application that keeps the thread busy for more than five seconds while it mounts is stopped as well', async () => {
    let busy = 0;
    const own = draws('42 bills');
    const load = async () => ({
      ...own,
      mount: (at: HTMLElement) => {
        own.mount(at);
        busy = 6_500;
      },
    });
    const { element, faults, onMounted } = setUp(load, {}, () => busy);
    await settle();
    expect(faults[0]?.message).toBe('Billing 1.2.0 did not start within 5 seconds and was stopped.');
    expect([own.unmount.mock.calls.length, onMounted.mock.calls.length, element.childNodes.length]).toEqual([1, 0, 0]);
  });

  it('if a sub-application’s unmount throws, the error is reported and everything it rendered is removed', async () => {
    const { element, end, faults, leaveFaults, removed } = setUp(async () => ({
      ...draws('42 bills'),
      unmount: () => {
        throw new Error('a bill is open');
      },
    }));
    await settle();
    end();
    await settle();
    expect(leaveFaults).toEqual(['Billing 1.2.0 reported an error while it was closed: a bill is open.']);
    expect([faults, element.childNodes.length, removed.mock.calls.length]).toEqual([[], 0, 1]);
  });

  it('a thrown value that cannot be converted to a string is reported like any other', async () => {
    const { faults } = setUp(async () => ({
      mount: () => {
        // oxlint-disable-next-line only-throw-error -- modules throw anything
        throw Object.create(null);
      },
      unmount: () => undefined,
    }));
    await settle();
    expect(faults).toEqual([{ kind: 'mount', message: 'Billing 1.2.0 could not start: an unknown error.' }]);
  });

  it('an error without a message is reported as such', async () => {
    // oxlint-disable-next-line prefer-promise-reject-errors -- modules throw anything
    const { faults } = setUp(async () => ({ mount: () => Promise.reject(), unmount: () => undefined }));
    await settle();
    expect(faults[0]?.message).toBe('Billing 1.2.0 could not start: no message.');
  });

  it('none of the code of a sub-application with contract version 2 is loaded, because it requires a newer shell', async () => {
    const load = vi.fn<(address: string) => Promise<unknown>>(async () => draws(''));
    const { faults } = setUp(load, { contract: 2 });
    await settle();
    expect(faults[0]?.message).toContain('requires a newer shell');
    const bare = setUp(load, { contract: 2, version: '' });
    await settle();
    expect(bare.faults[0]?.message).toMatch(/^Billing requires a newer shell: it is made for contract 2/);
    expect(load).not.toHaveBeenCalled();
  });

  it('a sub-application without mount and unmount, or with missing code, is reported', async () => {
    const plain = setUp(async () => ({ default: {} }));
    const missing = setUp(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
    await settle();
    expect(plain.faults[0]?.message).toBe('The code of Billing 1.2.0 does not export mount and unmount.');
    expect(missing.faults[0]).toMatchObject({ kind: 'load', message: expect.stringContaining('could not be loaded') });
  });

  it('an error is attributed to a sub-application by the URL of the failing script', () => {
    const error = Object.assign(new Error('x is null'), { stack: 'Error\n at http://ops/static/opsbms/main.js:1:2' });
    expect(faultOf({ error, filename: '', message: '' } as ErrorEvent, 'opsbms')).toBe('x is null');
    expect(faultOf({ reason: error } as PromiseRejectionEvent, 'opsbms')).toBe('x is null');
    expect(faultOf({ error, filename: '', message: '' } as ErrorEvent, 'opsrate')).toBeNull();
    expect(faultOf({ reason: 'plain' } as PromiseRejectionEvent, 'opsbms')).toBeNull();
  });
});
