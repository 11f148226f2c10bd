import { countedThings, joined, kindsOf, plural, thingsText } from '../../screens/shared/thingsText.ts';
import { unsentTotal, type Unsent } from './useSigningOut.ts';

/**
 * For example, "1 unsent change and 2 unfinished forms", or "2 unsent changes, 1 import and 1 started import": the file
 * of a started import was selected, but the import was not applied, so it is not sent.
 */
export function unsentText({ changes, undecided, imports, drafts }: Unsent): string {
  // A refused change was sent, but is not finished.
  const adjective = undecided > 0 ? 'unfinished' : 'unsent';
  const started = [
    [drafts.forms, 'unfinished form'],
    [drafts.imports, 'started import'],
  ] as const;
  const forms = countedThings(started.filter(([count]) => count > 0));
  return joined([...countedThings(kindsOf(changes, imports.open), adjective), ...forms]);
}

/** For example, "the form opens" or "the forms and the import open". */
function theyOpen({ drafts: { forms, imports } }: Unsent): string {
  const started = [
    [forms, 'form'],
    [imports, 'import'],
  ] as const;
  const words = started.filter(([count]) => count > 0).map(([count, word]) => `the ${plural(count, word)}`);
  return `${joined(words)} ${forms + imports === 1 ? 'opens' : 'open'}`;
}

/** For example, "The change is" or "The changes and the import are". */
function theyAre({ changes, imports }: Unsent): string {
  const words = kindsOf(changes, imports.open).map(([count, word]) => `the ${plural(count, word)}`);
  const text = joined(words);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} ${changes === 1 ? 'is' : 'are'}`;
}

/** Describes the unsent work and what happens to it if it is kept. */
export function keepText(unsent: Unsent): string {
  const { changes, undecided, imports } = unsent;
  const one = unsentTotal(unsent) === 1;
  const started = unsentTotal(unsent) > changes;
  const stays = `You have ${unsentText(unsent)}. ${one ? 'It stays on this device' : 'They stay on this device'}`;
  if (undecided > 0) {
    const refused = `${thingsText(undecided, imports.undecided)} ${undecided === 1 ? 'was' : 'were'}`;
    const rest = changes > undecided ? ' The rest is sent when you sign in again.' : '';
    const opens = started ? ` After that, ${theyOpen(unsent)} where you left off.` : '';
    return `${stays}. ${refused} not applied and ${undecided === 1 ? 'needs' : 'need'} your decision after you sign in again.${rest}${opens}`;
  }
  const sent = one ? 'is sent when you sign in again' : 'are sent when you sign in again';
  if (!started) return `${stays} and ${sent}.`;
  if (changes === 0) return `${stays}. After you sign in again, ${theyOpen(unsent)} where you left off.`;
  return `${stays}. ${theyAre(unsent)} sent when you sign in again, and ${theyOpen(unsent)} where you left off.`;
}

/** Describes the consequences of discarding the unsent work. */
export function discardText(unsent: Unsent): string {
  const one = unsentTotal(unsent) === 1;
  if (unsent.undecided > 0) return `${one ? 'It was' : 'They were'} not applied. Discarding cannot be undone.`;
  return `${one ? 'It was' : 'They were'} never sent to the server. Discarding cannot be undone.`;
}
