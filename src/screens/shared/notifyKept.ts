import type { Notify } from '../../ui/UiContext.ts';

/**
 * Tells a person who keeps a channel offline whether the browser has agreed not to delete this site's data.
 *
 * @param persistent null if the browser does not say
 */
export function notifyKept(notify: Pick<Notify, 'success' | 'warning'>, persistent: boolean | null): void {
  if (persistent) notify.success('Kept offline until you remove it.');
  else if (persistent === false)
    notify.warning(
      'Kept offline, but the browser may delete this data when the disk is nearly full. Installing Ops Portal as an app usually prevents that.',
    );
  else notify.success('Kept offline.');
}
