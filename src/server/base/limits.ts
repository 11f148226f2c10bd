/**
 * Limits on each person's share of common resources (docs/limits.md). Each comment says what happens above the limit.
 * The console stays far below all of them; a person who gets close is running a program, or has forgotten open windows.
 */
export const LIMITS = {
  /** Event streams of one person in one process. A further one closes the oldest, with a reason. */
  streamsPerPerson: 32,
  /** Event streams of one sign-in in one process: one per country, and some for old builds and second windows. */
  streamsPerSession: 8,
  /**
   * How many of a person's streams may be closed by newer ones in a minute. After that, new streams are refused for a
   * minute (429).
   */
  streamsClosedPerMinute: 32,
  /** Event streams of one process. Further ones are refused for half a minute (429). */
  streamsPerProcess: 2_000,
  /** Concurrent sessions of one person. A further one ends the least recently used one. */
  sessionsPerPerson: 64,
  /** API tokens of one person. Further ones are refused. */
  tokensPerPerson: 20,
  /** Passkeys of one person. Further ones are refused. */
  passkeysPerPerson: 10,
  /** Saved views of one person in one country. Further ones are refused. */
  viewsPerPerson: 500,
  /** Total characters of one person's views in one country. */
  viewTextPerPerson: 1_000_000,
  /** Views that one person shares with a country; the console of every person there loads them. */
  sharedViewsPerPerson: 50,
  /** Total characters of the views that one person shares with a country; enough for some hundred ordinary views. */
  sharedViewTextPerPerson: 100_000,
  /** Waiting or running imports, undos and bulk changes of one person. Further ones are refused (429). */
  importsPerPerson: 20,
} as const;

/**
 * How many calls one caller may have in progress in one process (docs/limits.md). Each route belongs to one row. Calls
 * above `atOnce` wait for their turn, first come, first served; calls above `waiting` are refused with 429.
 */
export interface AtOnce {
  /**
   * Whose calls are counted together: those of a signed-in person, or of a network address. `route`: the route counts
   * its own calls.
   */
  per: 'person' | 'address' | 'route';
  atOnce: number;
  waiting: number;
  /** Completes the sentence "You have 2 … in progress." */
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
   * The console's files, the version, the sign-in page and unknown paths. Wrong passwords have limits of their own
   * (auth/loginLimit).
   */
  open: row('address', 'requests', 64, 1_000),
  /** The API description. */
  docs: row('address', 'requests for the description of the API', 4, 40),
  /** Event streams stay open; routes/feed counts them itself. */
  stream: row('route', 'event streams', 0, 0),
  /** Pieces of resumable uploads. */
  upload: row('address', 'pieces of uploads', 64, 500),
  /** Reads that take a few milliseconds. */
  read: row('person', 'reads', 4, 400),
  /** Writes wait for the database one by one. A queue is sent as one request with up to a hundred writes. */
  write: row('person', 'writes', 8, 400),
  /** Imports and bulk changes. A call may wait for the end of its import. Their queue has limits of its own. */
  import: row('person', 'imports', 20, 40, 5),
  /** Word searches, and lists in another than the default order, which read every row. */
  search: row('person', 'searches', 1, 60),
  page: row('person', `pages of ${MANY_ROWS} rows or more`, 1, 20),
  export: row('person', 'exports', 2, 4, 5),
  /** The console loads three segments at a time. */
  segments: row('person', 'segments', 3, 60, 1),
  preflight: row('person', 'looks at waiting writes', 1, 10),
  check: row('person', 'checks of addresses', 1, 10),
  leadTimes: row('person', 'counts of lead times', 1, 10),
  /** The page System, which counts rows and files. */
  figures: row('person', "looks at the server's figures", 1, 10),
  /** Reports over years. The reports of all people run one at a time, in a process of their own (recon/years). */
  years: row('person', 'reports over years', 1, 4, 5),
} as const satisfies Readonly<Record<string, AtOnce>>;

export type LimitName = keyof typeof AT_ONCE;
