import type { Unsent } from './useSigningOut.ts';

/** For example, "1 unsent change and 2 unsent forms". */
export function unsentText({ changes, undecided, drafts }: Unsent): string {
  // A refused change was sent, but is not finished.
  const kind = undecided > 0 ? 'unfinished' : 'unsent';
  const parts = [
    ...(changes > 0 ? [changes === 1 ? `1 ${kind} change` : `${changes} ${kind} changes`] : []),
    ...(drafts > 0 ? [drafts === 1 ? '1 unfinished form' : `${drafts} unfinished forms`] : []),
  ];
  return parts.join(' and ');
}

/** Describes the unsent work and what happens to it if it is kept. */
export function keepText(unsent: Unsent): string {
  const { changes, undecided, drafts } = unsent;
  const one = changes + drafts === 1;
  const stays = `You have ${unsentText(unsent)}. ${one ? 'It stays on this device' : 'They stay on this device'}`;
  if (undecided > 0) {
    const refused = undecided === 1 ? '1 change was' : `${undecided} changes were`;
    const rest = changes > undecided ? ' The rest is sent when you sign in again.' : '';
    const opens =
      drafts === 0 ? '' : ` After that, the ${drafts === 1 ? 'form opens' : 'forms open'} where you left off.`;
    return `${stays}. ${refused} not applied and ${undecided === 1 ? 'needs' : 'need'} your decision after you sign in again.${rest}${opens}`;
  }
  const sent = one ? 'is sent when you sign in again' : 'are sent when you sign in again';
  if (drafts === 0) return `${stays} and ${sent}.`;
  const forms = drafts === 1 ? 'form opens' : 'forms open';
  if (changes === 0) return `${stays}. After you sign in again, the ${forms} where you left off.`;
  const changed = changes === 1 ? 'The change is' : 'The changes are';
  return `${stays}. ${changed} sent when you sign in again, and the ${forms} where you left off.`;
}

/** Describes the consequences of discarding the unsent work. */
export function discardText({ changes, undecided, drafts }: Unsent): string {
  const one = changes + drafts === 1;
  if (undecided > 0) return `${one ? 'It was' : 'They were'} not applied. Discarding cannot be undone.`;
  return `${one ? 'It was' : 'They were'} never sent to the server. Discarding cannot be undone.`;
}
