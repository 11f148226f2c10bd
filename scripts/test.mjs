/** npm test: every check in turn; goes on after a failure, so that one run tells everything, and ends with a count. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';

process.chdir(new URL('..', import.meta.url).pathname);
const bin = (path, ...args) => [process.execPath, [`node_modules/${path}`, ...args]];
const vitest = project => [
  ...bin('vitest/vitest.mjs', 'run', '--project', project, '--reporter=default', '--reporter=json'),
  `test-results/${project}.json`,
];

const STEPS = [
  ['format', ...bin('prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.')],
  ['lint', ...bin('oxlint/bin/oxlint', '--deny-warnings')],
  ['types', process.execPath, ['scripts/types.mjs']],
  ['import rules', process.execPath, ['scripts/check-imports.mjs']],
  ['unit tests', ...vitest('unit')],
  ['server tests', ...vitest('server')],
  ['browser tests', process.execPath, ['scripts/e2e.mjs'], 'test-results/e2e.json'],
];

/** Counts of a step: its report's, where it writes one, else one for the step itself. */
function counts(report, ok) {
  if (!report) return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
  try {
    const read = JSON.parse(readFileSync(report, 'utf8'));
    const count = read.stats
      ? {
          passed: read.stats.expected + read.stats.flaky,
          failed: read.stats.unexpected,
          skipped: read.stats.skipped,
          flaky: read.stats.flaky,
        }
      : { passed: read.numPassedTests, failed: read.numFailedTests, skipped: read.numPendingTests };
    return ok || count.failed > 0 ? count : { ...count, failed: 1 };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/** What failed in a report, a line or a few each: whoever reads the end of a log alone reads this. */
function failures(report) {
  if (!report) return [];
  const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');
  const line = (title, message) =>
    `  ${title}\n    ${String(message ?? 'no message')
      .replace(ESCAPES, '')
      .split('\n')
      .filter(text => text.trim() !== '')
      .slice(0, 6)
      .join('\n    ')}`;
  const browser = suite => [
    ...(suite.suites ?? []).flatMap(browser),
    ...(suite.specs ?? [])
      .filter(spec => !spec.ok)
      .map(spec =>
        line(
          `${spec.file}:${spec.line} ${spec.title}`,
          spec.tests
            .flatMap(test => test.results)
            .filter(result => result.status !== 'passed')
            .flatMap(result => [result.error?.message, result.error?.snippet])
            .filter(Boolean)
            .join('\n'),
        ),
      ),
  ];
  try {
    const read = JSON.parse(readFileSync(report, 'utf8'));
    if (read.stats) return read.suites.flatMap(browser);
    return read.testResults.flatMap(file => {
      const failed = file.assertionResults.filter(result => result.status === 'failed');
      if (failed.length > 0) return failed.map(result => line(result.fullName, result.failureMessages[0]));
      return file.status === 'failed' ? [line(file.name, file.message)] : [];
    });
  } catch (fault) {
    return [line(report, `cannot be read: ${fault.message}`)];
  }
}

rmSync('test-results', { recursive: true, force: true });
mkdirSync('test-results', { recursive: true });
const only = process.argv.slice(2);
const total = { passed: 0, failed: 0, skipped: 0 };
const lines = [];
const told = [];
for (const [name, command, args, report] of STEPS) {
  if (only.length > 0 && !only.some(word => name.includes(word))) continue;
  console.log(`\n== ${name}`);
  const started = Date.now();
  const extra = report && !name.startsWith('browser') ? [`--outputFile.json=${report}`] : [];
  const ok = spawnSync(command, [...args, ...extra], { stdio: 'inherit' }).status === 0;
  const count = counts(report, ok);
  for (const key of Object.keys(total)) total[key] += count[key];
  if (!ok) {
    const found = failures(report);
    told.push(
      ...(found.length > 0 || !report ? found : [`  ${name}: no test failed, the run did: its errors stand above`]),
    );
  }
  const skipped = `${count.skipped > 0 ? `, ${count.skipped} skipped` : ''}${count.flaky > 0 ? `, ${count.flaky} needed a second try` : ''}`;
  lines.push(
    `${ok && count.failed === 0 ? 'ok    ' : 'FAILED'} ${name}: ${count.passed} passed, ${count.failed} failed${skipped} (${((Date.now() - started) / 1000).toFixed(1)} s)`,
  );
}
if (told.length > 0) console.log(`\nFailed:\n${told.join('\n')}`);
console.log(`\n${lines.join('\n')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;
