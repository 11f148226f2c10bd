export interface ReportedTest {
  name: string;
  failed: boolean;
  /** Passed at a second try. */
  retried: boolean;
  skipped: boolean;
  message: string;
}

export interface ReportedFile {
  /** Path from the project's folder. */
  name: string;
  millis: number;
  /** Why the file could not run at all; empty where it ran. */
  error: string;
  tests: ReportedTest[];
}

/** Files of a JSON report of vitest or Playwright; one with an error where it cannot be read. */
export declare function filesOf(report: string): ReportedFile[];

/** Counts of a step's files; a step that failed without a failed test counts as one failed test. */
export declare function countOf(
  files: readonly ReportedFile[],
  ok: boolean,
): { passed: number; failed: number; skipped: number };

/** Whether a step that failed is run once more: in CI, unless its program has tried the failed tests again already. */
export declare function runsAgain(step: { again?: boolean }, files: readonly ReportedFile[], isCi: boolean): boolean;
