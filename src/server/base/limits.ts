/**
 * Limits on each person's share of common resources (docs/limits.md). Each comment says what happens above the limit.
 * The console stays far below all limits; a person who reaches one is running a script or has left many windows open.
 */
export const LIMITS = {
  /** Event streams per person and process. Opening one more closes the oldest, with a reason. */
  streamsPerPerson: 32,
  /**
   * Event streams per session and process: enough for one per country, and several for old builds and second windows.
   */
  streamsPerSession: 8,
  /**
   * How many of a person's streams may be closed by newer ones per minute. Beyond that, new streams are refused for a
   * minute (429).
   */
  streamsClosedPerMinute: 32,
  /** Event streams per process. Further ones are refused for half a minute (429). */
  streamsPerProcess: 2_000,
  /** Concurrent sessions per person. Starting one more ends the least recently used session. */
  sessionsPerPerson: 64,
  /** API tokens per person. Further ones are refused. */
  tokensPerPerson: 20,
  /** Passkeys per person. Further ones are refused. */
  passkeysPerPerson: 10,
  /** Saved views per person and country. Further ones are refused. */
  viewsPerPerson: 500,
  /** Total number of characters in a person's views in one country. */
  viewTextPerPerson: 1_000_000,
  /**
   * Views that a person may share with a country. Each of them is loaded by the console of every person in that
   * country.
   */
  sharedViewsPerPerson: 50,
  /**
   * Total number of characters in the views that a person shares with a country, enough for several hundred ordinary
   * views.
   */
  sharedViewTextPerPerson: 100_000,
  /** Imports, undos and bulk changes per person that are waiting or running. Further ones are refused (429). */
  importsPerPerson: 20,
} as const;

/**
 * How many calls one caller may have in progress in one process (docs/limits.md). Each route belongs to one row. Calls
 * above `atOnce` wait for their turn in order of arrival; calls above `waiting` are refused with 429.
 */
export interface AtOnce {
  /** Whether calls are counted per signed-in person or per network address. `route`: the route counts its own calls. */
  per: 'person' | 'address' | 'route';
  atOnce: number;
  waiting: number;
  /** Completes the sentence "You have 2 … in progress." */
  what: string;
  retryAfterSeconds: number;
}

/** The minimum number of rows for which a page counts as large. */
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
   * The console's files, the version, the sign-in page and unknown paths. Wrong passwords have their own limits
   * (auth/loginLimit).
   */
  open: row('address', 'requests', 64, 1_000),
  /** The pages of the API description. */
  docs: row('address', 'requests for the description of the API', 4, 40),
  /** Event streams stay open, so routes/feed counts them itself. */
  stream: row('route', 'event streams', 0, 0),
  /** Chunks of resumable uploads. */
  upload: row('address', 'pieces of uploads', 64, 500),
  /** Reads that take a few milliseconds. */
  read: row('person', 'reads', 4, 400),
  /** Writes wait for the database one by one. A queue of up to a hundred writes is sent as a single request. */
  write: row('person', 'writes', 8, 400),
  /**
   * Imports and bulk changes. A call may wait until its import has finished. The imports themselves have their own
   * limit.
   */
  import: row('person', 'imports', 20, 40, 5),
  /** Word searches, and lists that are not in the default order, both of which read every row. */
  search: row('person', 'searches', 1, 60),
  page: row('person', `pages of ${MANY_ROWS} rows or more`, 1, 20),
  export: row('person', 'exports', 2, 4, 5),
  /** The console loads three segments at a time. */
  segments: row('person', 'segments', 3, 60, 1),
  preflight: row('person', 'checks of waiting writes', 1, 10),
  check: row('person', 'checks of addresses', 1, 10),
  leadTimes: row('person', 'counts of lead times', 1, 10),
  /** The System page, which counts rows and files. */
  figures: row('person', "requests for the server's figures", 1, 10),
  /** Multi-year reports. Only one report runs at a time, in a separate process (recon/years). */
  years: row('person', 'reports over years', 1, 4, 5),
} as const satisfies Readonly<Record<string, AtOnce>>;

export type LimitName = keyof typeof AT_ONCE;
