import { joined, kindsOf, thingsText } from '../../screens/shared/thingsText.ts';
import type { Unsent } from './useSigningOut.ts';

/** For example, "1 unsent change and 2 unfinished forms", or "2 unsent changes, 1 import and 1 unfinished form". */
export function unsentText({ changes, undecided, imports, drafts }: Unsent): string {
  // A refused change was sent, but is not finished.
  const adjective = undecided > 0 ? 'unfinished' : 'unsent';
  const forms = drafts === 0 ? [] : [drafts === 1 ? '1 unfinished form' : `${drafts} unfinished forms`];
  const kinds = kindsOf(changes, imports.open).map(
    ([count, word], at) => `${count} ${at === 0 ? `${adjective} ` : ''}${word}${count === 1 ? '' : 's'}`,
  );
  return joined([...kinds, ...forms]);
}

/** For example, "The change is" or "The changes and the import are". */
function theyAre({ changes, imports }: Unsent): string {
  const words = kindsOf(changes, imports.open).map(([count, word]) => `the ${word}${count === 1 ? '' : 's'}`);
  const text = joined(words);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} ${changes === 1 ? 'is' : 'are'}`;
}

/** Describes the unsent work and what happens to it if it is kept. */
export function keepText(unsent: Unsent): string {
  const { changes, undecided, imports, drafts } = unsent;
  const one = changes + drafts === 1;
  const stays = `You have ${unsentText(unsent)}. ${one ? 'It stays on this device' : 'They stay on this device'}`;
  if (undecided > 0) {
    const refused = `${thingsText(undecided, imports.undecided)} ${undecided === 1 ? 'was' : 'were'}`;
    const rest = changes > undecided ? ' The rest is sent when you sign in again.' : '';
    const opens =
      drafts === 0 ? '' : ` After that, the ${drafts === 1 ? 'form opens' : 'forms open'} where you left off.`;
    return `${stays}. ${refused} not applied and ${undecided === 1 ? 'needs' : 'need'} your decision after you sign in again.${rest}${opens}`;
  }
  const sent = one ? 'is sent when you sign in again' : 'are sent when you sign in again';
  if (drafts === 0) return `${stays} and ${sent}.`;
  const forms = drafts === 1 ? 'form opens' : 'forms open';
  if (changes === 0) return `${stays}. After you sign in again, the ${forms} where you left off.`;
  return `${stays}. ${theyAre(unsent)} sent when you sign in again, and the ${forms} where you left off.`;
}

/** Describes the consequences of discarding the unsent work. */
export function discardText({ changes, undecided, drafts }: Unsent): string {
  const one = changes + drafts === 1;
  if (undecided > 0) return `${one ? 'It was' : 'They were'} not applied. Discarding cannot be undone.`;
  return `${one ? 'It was' : 'They were'} never sent to the server. Discarding cannot be undone.`;
}
