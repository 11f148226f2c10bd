const KEY = 'ops.tab';

/** Random id of this tab's session: survives reloads, differs between tabs, and is never the cookie. */
export function tabSession(): string {
  try {
    const held = sessionStorage.getItem(KEY);
    if (held) return held;
    const made = crypto.randomUUID();
    sessionStorage.setItem(KEY, made);
    return made;
  } catch {
    return crypto.randomUUID();
  }
}
