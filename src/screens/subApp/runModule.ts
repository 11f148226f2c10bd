import type { SubAppContext, SubAppModule } from '../../sync/base/subAppContract.ts';
import { deployedAt, MOUNT_MILLIS, SUB_APP_CONTRACT, type SubAppManifest } from '../../domain/subApplication.ts';
import { errorText } from '../../domain/errorText.ts';

/** Starts, monitors and stops a single sub-application. Its errors do not affect the shell. */

/** The problem with a sub-application, in words for the person. */
export interface ModuleFault {
  /**
   * newer: it requires a newer shell. load: its code failed to load. mount: mounting failed. late: mounting took more
   * than five seconds. running: it failed later.
   */
  kind: 'newer' | 'load' | 'mount' | 'late' | 'running';
  message: string;
}

export interface ModuleDeps {
  manifest: SubAppManifest;
  element: HTMLElement;
  context: Omit<SubAppContext, 'signal' | 'contract' | 'request'>;
  request: (ended: AbortSignal) => SubAppContext['request'];
  /** Natively imports a module by its URL. */
  load: (address: string) => Promise<unknown>;
  /** Adds the style sheets, and resolves once they are in effect. Returns a function that removes them. */
  style: (addresses: readonly string[]) => Promise<() => void>;
  after: (millis: number, run: () => void) => () => void;
  /** Milliseconds of a monotonic clock. */
  ticks: () => number;
  onMounted: () => void;
  onFault: (fault: ModuleFault) => void;
  /** Called if a module that is being left fails to clean up. */
  onLeaveFault: (message: string) => void;
}

export const textOf = (error: unknown): string => messageOf(error).trimEnd().replace(/\.$/, '');

const messageOf = (error: unknown): string =>
  error === undefined || error === null ? 'no message' : errorText(error) || 'no message';

const isModule = (value: unknown): value is SubAppModule =>
  typeof (value as SubAppModule | null)?.mount === 'function' &&
  typeof (value as SubAppModule | null)?.unmount === 'function';

/**
 * Mounts a module.
 *
 * @returns a function that unmounts the module, whatever its state. A module that finishes mounting too late, or after
 * it was stopped, is unmounted immediately.
 */
export function runModule(deps: ModuleDeps): () => void {
  const { manifest, element, onFault } = deps;
  const { contract, module } = manifest;
  const title = `${manifest.name} ${manifest.version}`.trim();
  const ended = new AbortController();
  let over = false;
  let removeStyles = (): void => undefined;
  let mounted: SubAppModule | null = null;

  const end = (): void => {
    if (over) return;
    over = true;
    cancelTimer();
    ended.abort();
    const leaving = mounted;
    mounted = null;
    if (leaving) void unmount(leaving);
    removeStyles();
  };
  const fail = (kind: ModuleFault['kind'], message: string): void => {
    if (over) return;
    // Reported first, so that what goes wrong while the module is removed counts as a consequence of this fault.
    onFault({ kind, message });
    end();
  };
  const unmount = async (leaving: SubAppModule): Promise<void> => {
    try {
      await leaving.unmount();
    } catch (error) {
      deps.onLeaveFault(`${title} reported an error while it was closed: ${textOf(error)}.`);
    }
    element.replaceChildren();
  };

  const late = (): void =>
    fail('late', `${title} did not start within ${MOUNT_MILLIS / 1000} seconds and was stopped.`);
  let cancelTimer = (): void => undefined;
  if (contract > SUB_APP_CONTRACT) {
    over = true;
    onFault({
      kind: 'newer',
      message: `${title} requires a newer shell: it is made for contract ${contract}, and this one has contract ${SUB_APP_CONTRACT}. Reload the page, or update Ops Portal.`,
    });
    return () => undefined;
  }
  const began = deps.ticks();
  cancelTimer = deps.after(MOUNT_MILLIS, late);

  const start = async (): Promise<void> => {
    const stamp = `?v=${manifest.release_time}`;
    let loaded: unknown;
    try {
      const [remove, code] = await Promise.all([
        deps.style(manifest.css.map(file => deployedAt(module, file) + stamp)),
        deps.load(deployedAt(module, manifest.entry) + stamp),
      ]);
      loaded = code;
      if (over) remove();
      else removeStyles = remove;
    } catch (error) {
      return fail('load', `The code of ${title} could not be loaded: ${textOf(error)}.`);
    }
    if (over) return undefined;
    if (!isModule(loaded)) return fail('load', `The code of ${title} does not export mount and unmount.`);
    const own = loaded;
    try {
      const context: SubAppContext = {
        ...deps.context,
        contract: SUB_APP_CONTRACT,
        request: deps.request(ended.signal),
        signal: ended.signal,
      };
      mounted = own;
      await own.mount(element, context);
    } catch (error) {
      return fail('mount', `${title} could not start: ${textOf(error)}.`);
    }
    if (over) return void unmount(own);
    // Timers do not fire while a module keeps the thread busy.
    if (deps.ticks() - began > MOUNT_MILLIS) return late();
    cancelTimer();
    return deps.onMounted();
  };
  void start();
  return end;
}

/**
 * Returns a script's error if it comes from a mount's own files, judged by the script's URL or the error's stack trace.
 *
 * @returns its message, or null if it does not belong to this sub-application
 */
export function faultOf(event: ErrorEvent | PromiseRejectionEvent, mount: string): string | null {
  const isRejection = 'reason' in event;
  const error: unknown = isRejection ? event.reason : event.error;
  const trace = `${error instanceof Error ? (error.stack ?? '') : ''} ${isRejection ? '' : event.filename}`;
  if (!trace.includes(deployedAt(mount))) return null;
  return error === undefined || error === null ? (isRejection ? 'no message' : event.message) : textOf(error);
}
