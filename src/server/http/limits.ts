/**
 * How much one person may take of what all share (docs/limits.md). Each row says what happens beyond it. The console stays far below
 * all of them; a person who comes near one has a program at work, or windows that nobody looks at.
 */
export const LIMITS = {
  /** Event streams of one person in one process: a newer one closes the oldest, with a reason. */
  streamsPerPerson: 32,
  /** Event streams of one sign-in in one process: one for each country, and some for old builds and second windows. */
  streamsPerSession: 8,
  /** Streams of one person that newer ones may close in a minute; after that a new one is refused for a minute (429). */
  streamsClosedPerMinute: 32,
  /** Event streams of one process: a new one is refused for half a minute (429). */
  streamsPerProcess: 2_000,
  /** Sign-ins of one person at the same time: a newer one ends the one that was used least recently. */
  sessionsPerPerson: 64,
  /** Saved views of one person in one country: another one is refused. */
  viewsPerPerson: 500,
  /** Characters of one person's views in one country. */
  viewTextPerPerson: 1_000_000,
  /** Views that one person shares with a country, which the console of each person there loads. */
  sharedViewsPerPerson: 50,
  /** Characters of the views that one person shares with a country; some hundred views of common size. */
  sharedViewTextPerPerson: 100_000,
} as const;
