import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { countOf, filesOf, runsAgain } from '../../scripts/steps.mjs';

const folder = mkdtempSync(join(tmpdir(), 'ops-steps-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const report = (name: string, content: unknown): string => {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
};

describe('test run reports', () => {
  it('a vitest report lists counts, times, and the tests that passed on the second attempt', () => {
    const test = (fullName: string, status: string, ...failureMessages: string[]) => ({
      fullName,
      status,
      failureMessages,
    });
    const files = filesOf(
      report('vitest.json', {
        testResults: [
          {
            name: join(process.cwd(), 'src/one.test.ts'),
            startTime: 1000,
            endTime: 3500,
            status: 'failed',
            message: '',
            assertionResults: [
              test('good', 'passed'),
              test('flaky', 'passed', 'AssertionError: 1 is not 2'),
              test('bad', 'failed', 'Error: no'),
              test('left out', 'skipped'),
            ],
          },
          {
            name: join(process.cwd(), 'src/broken.test.ts'),
            startTime: 0,
            endTime: 0,
            status: 'failed',
            message: 'SyntaxError',
            assertionResults: [],
          },
        ],
      }),
    );
    expect(files.map(({ name, millis, error }) => [name, millis, error])).toEqual([
      ['src/one.test.ts', 2500, ''],
      ['src/broken.test.ts', 0, 'SyntaxError'],
    ]);
    expect(files[0]?.tests.filter(({ retried }) => retried)).toMatchObject([
      { name: 'flaky', message: 'AssertionError: 1 is not 2' },
    ]);
    expect(countOf(files, false)).toEqual({ passed: 2, failed: 2, skipped: 1 });
  });

  it('a Playwright report lists counts, times, and the tests that passed on the second attempt', () => {
    const spec = (title: string, status: string, ...results: object[]) => ({
      title,
      line: 7,
      tests: [{ status, results }],
    });
    const failed = { status: 'failed', duration: 400, error: { message: 'not visible', snippet: '> 7 |' } };
    const files = filesOf(
      report('playwright.json', {
        stats: {},
        errors: [{ message: 'the setup failed' }],
        suites: [
          {
            file: 'a.spec.ts',
            specs: [spec('good', 'expected', { status: 'passed', duration: 100 })],
            suites: [
              {
                file: 'a.spec.ts',
                specs: [spec('flaky', 'flaky', failed, { status: 'passed', duration: 200 }), spec('left', 'skipped')],
              },
            ],
          },
        ],
      }),
    );
    expect(files.map(({ name, millis, error }) => [name, millis, error])).toEqual([
      ['tests/e2e/a.spec.ts', 700, ''],
      ['the run itself', 0, 'the setup failed'],
    ]);
    expect(files[0]?.tests.filter(({ retried }) => retried)).toMatchObject([
      { name: 'flaky (line 7)', message: 'not visible\n> 7 |' },
    ]);
    expect(countOf(files, false)).toEqual({ passed: 2, failed: 1, skipped: 1 });
  });

  it('a report that is missing, or that has an error but no failed test, counts as failed', () => {
    expect(countOf(filesOf(join(folder, 'none.json')), true)).toMatchObject({ failed: 1 });
    expect(countOf([], false)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('CI repeats a step if its program failed, or if the program does not retry tests itself', () => {
    const test = (failed: boolean) => ({ name: 'one', failed, retried: false, skipped: false, message: '' });
    const file = (...tests: ReturnType<typeof test>[]) => ({ name: 'a.test.ts', millis: 1, error: '', tests });
    expect(runsAgain({}, [], true)).toBe(true);
    expect(runsAgain({}, [file(test(false))], true)).toBe(true);
    expect(runsAgain({}, [file(test(false), test(true))], true)).toBe(false);
    expect(runsAgain({ again: true }, [file(test(true))], true)).toBe(true);
    expect(runsAgain({ again: true }, [file(test(true))], false)).toBe(false);
  });
});
