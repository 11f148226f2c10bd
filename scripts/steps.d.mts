export interface ReportedTest {
  name: string;
  failed: boolean;
  /** Whether the test passed only on the second attempt. */
  retried: boolean;
  skipped: boolean;
  message: string;
}

export interface ReportedFile {
  /** Path relative to the project's folder. */
  name: string;
  millis: number;
  /** Why the file could not run at all; empty if it ran. */
  error: string;
  tests: ReportedTest[];
}

/**
 * Reads the files in a JSON report by vitest or Playwright; if it cannot be read, returns a single file with the error.
 */
export declare function filesOf(report: string): ReportedFile[];

/** Counts for a step's files; a step that failed without a failed test counts as one failed test. */
export declare function countOf(
  files: readonly ReportedFile[],
  ok: boolean,
): { passed: number; failed: number; skipped: number };

/** Whether to rerun a failed step: in CI, unless its program has already retried the failed tests. */
export declare function runsAgain(step: { again?: boolean }, files: readonly ReportedFile[], isCi: boolean): boolean;
