/**
 * Limits on each person's share of common resources (docs/limits.md). Each row says what happens above it. The console
 * stays far below all of them; a person who approaches one is running a program, or has forgotten windows.
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
  /** Concurrent sign-ins of one person: a newer one ends the least recently used one. */
  sessionsPerPerson: 64,
  /** API tokens of one person: another one is refused. */
  tokensPerPerson: 20,
  /** Passkeys of one person: another one is refused. */
  passkeysPerPerson: 10,
  /** Saved views of one person in one country: another one is refused. */
  viewsPerPerson: 500,
  /** Characters of one person's views in one country. */
  viewTextPerPerson: 1_000_000,
  /** Views that one person shares with a country, which the console of each person there loads. */
  sharedViewsPerPerson: 50,
  /** Characters of the views that one person shares with a country; some hundred views of common size. */
  sharedViewTextPerPerson: 100_000,
  /** Waiting or running imports, undos and bulk changes of one person: another one is refused (429). */
  importsPerPerson: 20,
} as const;

/**
 * How many calls one caller may have in progress in one process (docs/limits.md). Each route has one row. Calls above
 * `atOnce` wait for their turn, first come first served; calls above `waiting` are refused with 429.
 */
export interface AtOnce {
  /** What is counted: the signed-in person, or the network address of the caller. `route`: the route itself counts. */
  per: 'person' | 'address' | 'route';
  atOnce: number;
  waiting: number;
  /** In a sentence: "You have 2 exports under way". */
  what: string;
  retryAfterSeconds: number;
}

/** Number of rows from which a page counts as large. */
export const MANY_ROWS = 1_000;

const row = (per: AtOnce['per'], what: string, atOnce: number, waiting: number, retryAfterSeconds = 2): AtOnce => ({
  per,
  what,
  atOnce,
  waiting,
  retryAfterSeconds,
});

export const AT_ONCE = {
  /**
   * The console's files, the version, the sign-in page, unknown paths. Wrong passwords have their own limits
   * (auth/loginLimit).
   */
  open: row('address', 'requests', 64, 1_000),
  /** The description of the API. */
  docs: row('address', 'requests for the description of the API', 4, 40),
  /** Event streams stay open; routes/feed counts them. */
  stream: row('route', 'event streams', 0, 0),
  /** Pieces of resumable uploads. */
  upload: row('address', 'pieces of uploads', 64, 500),
  /** Reads that take a few milliseconds. */
  read: row('person', 'reads', 4, 400),
  /** Writes wait for the database one by one; a queue is sent with one request for up to a hundred writes. */
  write: row('person', 'writes', 8, 400),
  /** Imports and bulk changes; a call may wait for its end. The queue has its own limits. */
  import: row('person', 'imports', 20, 40, 5),
  /** Word searches, and lists in a non-default order, which read every row. */
  search: row('person', 'searches', 1, 60),
  page: row('person', `pages of ${MANY_ROWS} rows or more`, 1, 20),
  export: row('person', 'exports', 2, 4, 5),
  /** The console loads three at a time. */
  segments: row('person', 'segments', 3, 60, 1),
  preflight: row('person', 'looks at waiting writes', 1, 10),
  check: row('person', 'checks of addresses', 1, 10),
  leadTimes: row('person', 'counts of lead times', 1, 10),
  /** The page System counts rows and files. */
  figures: row('person', "looks at the server's figures", 1, 10),
  /** Reports over years; all people's go one after the other in a process of their own (recon/years). */
  years: row('person', 'reports over years', 1, 4, 5),
} as const satisfies Readonly<Record<string, AtOnce>>;

export type LimitName = keyof typeof AT_ONCE;
