/**
 * Runs the steps of a test run, some in parallel, and finally reports what failed, what was slow and how many tests
 * passed.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string[]} args a Node program with its arguments
 * @property {string} [report] JSON report that it writes, by vitest or Playwright; without a report the step counts as
 * one test
 * @property {Record<string, string>} [env] added to this process's environment
 * @property {Step} [after] a step of the same phase that it waits for
 * @property {boolean} [again] its program does not retry failed tests, so in CI the whole step is run again
 */

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */
/** @typedef {{ name: string, failed: boolean, retried: boolean, skipped: boolean, message: string }} Test */
/** @typedef {{ name: string, millis: number, error: string, tests: Test[] }} File */

const SLOWEST = 10;
/** Data folders for the browser tests, in the test results folder, which is deleted before each run. */
export const DEMO = fileURLToPath(new URL('../test-results/demo', import.meta.url));
// oxlint-disable-next-line no-control-regex
const ESCAPES = /\u001b\[[0-9;]*m/g;

const bin = (path, ...args) => [`node_modules/${path}`, ...args];

/** A step that runs one or more vitest projects; `/` in its name specifies its shard of the files, as in `--shard`. */
export const vitest = (name, projects, ...args) => {
  const report = `test-results/${name.replaceAll(/[ /]/g, '-')}.json`;
  const only = projects.flatMap(project => ['--project', project]);
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return { name, report, args: bin('vitest/vitest.mjs', 'run', ...only, ...output, ...args) };
};

/** A step that runs one or more Playwright projects. */
export const browser = (name, projects, ...args) => {
  const report = `test-results/${name.replaceAll(' ', '-')}.json`;
  return {
    name,
    report,
    args: ['scripts/e2e.mjs', ...projects.map(project => `--project=${project}`), ...args],
    env: { E2E_REPORT: report, E2E_DATA: DEMO },
  };
};

export const format = { name: 'format', args: bin('oxfmt/bin/oxfmt', '--check') };
export const oxlint = { name: 'lint', args: bin('oxlint/bin/oxlint', '--deny-warnings') };
export const types = { name: 'types', args: ['scripts/types.mjs'] };
export const importRules = { name: 'import rules', args: ['scripts/check-imports.mjs'] };
export const firstLoad = { name: 'first load', args: ['scripts/first-load.mjs'] };
export const build = { name: 'build', args: ['scripts/build.mjs', '--if-needed'] };
/** Loads the demo that each worker of the browser tests copies. Without this step, the first worker loads it. */
export const demo = {
  name: 'demo of the browser tests',
  args: ['--import', 'tsx', 'tests/support/loadDemo.ts', DEMO],
  after: build,
};

/** @returns {File[]} the files of a vitest report */
function vitestFiles(read) {
  return read.testResults.map(file => ({
    name: relative(process.cwd(), file.name),
    millis: file.endTime - file.startTime,
    error: file.status === 'failed' && file.assertionResults.length === 0 ? file.message : '',
    tests: file.assertionResults.map(({ fullName, status, failureMessages }) => ({
      name: fullName,
      failed: status === 'failed',
      // A test that passed but has a recorded failure passed on the second attempt.
      retried: status === 'passed' && failureMessages.length > 0,
      skipped: !['passed', 'failed'].includes(status),
      message: failureMessages[0] ?? '',
    })),
  }));
}

/** @returns {File[]} the files of a Playwright report */
function playwrightFiles(read) {
  const specsOf = suite => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
  const files = read.suites.map(suite => {
    const tests = specsOf(suite).flatMap(spec => spec.tests.map(test => ({ spec, ...test })));
    return {
      name: `tests/e2e/${suite.file}`,
      millis: tests.flatMap(test => test.results).reduce((sum, { duration }) => sum + duration, 0),
      error: '',
      tests: tests.map(({ spec, status, results }) => ({
        name: `${spec.title} (line ${spec.line})`,
        failed: status === 'unexpected',
        retried: status === 'flaky',
        skipped: status === 'skipped',
        message: results
          .filter(result => result.status !== 'passed')
          .flatMap(result => [result.error?.message, result.error?.snippet])
          .filter(Boolean)
          .join('\n'),
      })),
    };
  });
  const errors = read.errors.map(({ message }) => ({ name: 'the run itself', millis: 0, error: message, tests: [] }));
  return [...files, ...errors];
}

/** @returns {File[]} the files of a step's report */
export function filesOf(report) {
  try {
    const read = JSON.parse(readFileSync(report, 'utf8'));
    return read.stats ? playwrightFiles(read) : vitestFiles(read);
  } catch (fault) {
    return [{ name: report, millis: 0, error: `cannot be read: ${fault.message}`, tests: [] }];
  }
}

/** @returns {Count} of a step; a step that failed without a failed test counts as one failed test */
export function countOf(files, ok) {
  const tests = files.flatMap(file => file.tests);
  const failed = tests.filter(test => test.failed).length + files.filter(file => file.error).length;
  const skipped = tests.filter(test => test.skipped).length;
  const passed = tests.filter(test => !test.failed && !test.skipped).length;
  return { passed, failed: failed === 0 && !ok ? 1 : failed, skipped };
}

const brief = message =>
  message
    .replace(ESCAPES, '')
    .split('\n')
    .filter(line => line.trim() !== '')
    .slice(0, 6);
const said = (title, message) => [`  ${title}`, ...brief(message).map(line => `    ${line}`)].join('\n');

/**
 * Runs a program; its output is printed immediately or, if another step runs at the same time, all at once at the end.
 */
function run({ args, env }, live) {
  return new Promise(resolve => {
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', live ? 'inherit' : 'pipe', live ? 'inherit' : 'pipe'],
      env: { ...process.env, ...env },
    });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => output.push(chunk));
    child.once('close', code => resolve({ ok: code === 0, output: Buffer.concat(output).toString() }));
  });
}

/** Milliseconds since the start of the machine in which its cores were busy, and in which they were there. */
function coreTimes() {
  const times = cpus().map(core => core.times);
  const whole = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0);
  return { whole, busy: whole - times.reduce((sum, { idle }) => sum + idle, 0) };
}

const seconds = millis => (millis / 1000).toFixed(1).padStart(7);

/** @param {Step} step */
async function runOnce(step, live) {
  console.log(`\n== ${step.name}${live ? '' : ' (its output follows when it is done)'}`);
  const began = Date.now();
  const { ok, output } = await run(step, live);
  const millis = Date.now() - began;
  if (!live) console.log(`\n== ${step.name}: ${ok ? 'done' : 'FAILED'} in ${(millis / 1000).toFixed(1)} s\n${output}`);
  const files = step.report ? filesOf(step.report) : [];
  const count = step.report ? countOf(files, ok) : { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
  return { name: step.name, ok: ok && count.failed === 0, millis, files, count };
}

/**
 * Whether to rerun a failed step. Failed tests have already been retried, except in steps whose program does not retry;
 * a step that failed without a failed test failed as a program: a load that was too slow, a worker that exited, a page
 * that did not appear.
 */
export const runsAgain = (step, files, isCi) =>
  isCi && (step.again === true || !files.some(file => file.tests.some(test => test.failed)));

/** @param {Step} step */
async function runStep(step, live) {
  const first = await runOnce(step, live);
  if (first.ok || !runsAgain(step, first.files, Boolean(process.env.CI))) return first;
  console.log(`\n== ${step.name} failed, and gets one more try`);
  const second = await runOnce(step, live);
  return { ...second, millis: first.millis + second.millis, retried: failures(first) };
}

/** Every failure, repeated at the end because people read only the end of a log. */
function failures({ name, ok, files, count }) {
  const found = files.flatMap(file => [
    ...(file.error ? [said(file.name, file.error)] : []),
    ...file.tests.filter(test => test.failed).map(test => said(`${file.name}: ${test.name}`, test.message)),
  ]);
  if (!ok && found.length === 0 && count.failed > 0) found.push(`  ${name}: see its output above`);
  return found;
}

/**
 * Runs phases one after the other. Each lane of a phase starts the next step on its list when the previous one is done,
 * which keeps both cores busy until the end. Continues after a failure, so that one run reports every failure. Sets the
 * exit code; the last line is `N passed, N failed, N skipped`.
 *
 * @param {{ lanes: number, steps: Step[] }[]} phases
 * @param {readonly string[]} only words from the names of the steps to run; if empty, all steps run
 */
export async function runPhases(phases, only) {
  process.chdir(new URL('..', import.meta.url).pathname);
  rmSync('test-results', { recursive: true, force: true });
  mkdirSync('test-results', { recursive: true });
  const began = Date.now();
  const results = [];
  const use = [];
  for (const phase of phases) {
    const [phaseBegan, before] = [Date.now(), coreTimes()];
    const wanted = ({ name }) => only.length === 0 || only.some(word => name.includes(word));
    const waiting = phase.steps.filter(wanted);
    const lanes = Math.min(phase.lanes, waiting.length);
    const begun = new Map();
    const lane = async () => {
      for (let step = waiting.shift(); step; step = waiting.shift()) {
        const ended = Promise.resolve(begun.get(step.after)).then(() => runStep(step, lanes === 1));
        begun.set(step, ended);
        results.push(await ended);
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    const after = coreTimes();
    const share = Math.round((100 * (after.busy - before.busy)) / Math.max(1, after.whole - before.whole));
    if (lanes > 0)
      use.push(
        `${seconds(Date.now() - phaseBegan)} s in ${lanes} ${lanes === 1 ? 'lane' : 'lanes'}: cores ${share}% busy`,
      );
  }

  const failed = results.flatMap(failures);
  if (failed.length > 0) console.log(`\nFailed:\n${failed.join('\n')}`);
  const retried = results.flatMap(({ files, retried: ofStep = [] }) => [
    ...ofStep,
    ...files.flatMap(file =>
      file.tests.filter(test => test.retried).map(test => said(`${file.name}: ${test.name}`, test.message)),
    ),
  ]);
  if (retried.length > 0)
    console.log(`\nNeeded a second try, a fault until its cause is known:\n${retried.join('\n')}`);
  const files = results.flatMap(result => result.files).sort((a, b) => b.millis - a.millis);
  if (files.length > 0)
    console.log(
      `\nSlowest files:\n${files
        .slice(0, SLOWEST)
        .map(file => `${seconds(file.millis)} s  ${file.name}`)
        .join('\n')}`,
    );
  const lines = results.map(
    ({ name, ok, millis, count }) =>
      `${seconds(millis)} s  ${ok ? 'ok    ' : 'FAILED'} ${name}: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`,
  );
  // Idle cores mean that a phase could have more lanes or workers.
  console.log(`\nPhases:\n${use.join('\n')}`);
  console.log(`\nSteps:\n${lines.join('\n')}\n${seconds(Date.now() - began)} s  in all`);
  const total = key => results.reduce((sum, { count }) => sum + count[key], 0);
  console.log(`\n${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`);
  process.exitCode = total('failed') > 0 ? 1 : 0;
}
