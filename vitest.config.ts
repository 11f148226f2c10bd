import { readdirSync, readFileSync } from 'node:fs';
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const shared = { define: { __BUILD_ID__: JSON.stringify('test') } };
/** In CI, a failed test gets a second try, as in playwright.config.ts; the run lists the tests that needed it. */
const retry = process.env['CI'] ? 1 : 0;

/** Kills, storms, load and long histories, which `npm run test:faults` runs. */
const FAULTS = '**/*.faults.test.ts';
/** Kills of a real server, one after another, in parallel with other tests; also run by `npm run test:faults`. */
const KILLS = '**/*.kills.test.ts';
const exclude = [...configDefaults.exclude, FAULTS, KILLS];

/**
 * Engine tests that need their own module graph, because they replace globals, or because a library reads the globals
 * when it is loaded.
 */
const ALONE = [
  'src/sync/actions/imports.test.ts',
  'src/sync/drafts/drafts.test.ts',
  'src/sync/imports/copies.test.ts',
  'src/sync/network/transportUploads.test.ts',
  'src/sync/outbox/copies.test.ts',
  'src/sync/{session/*,base/owner,storage/{sessionDb,inUse},client/storageStart}.test.ts',
  'tests/model/{second,numbered}/*.test.ts',
];

/**
 * Tests of screens that replace modules, or whose modules never stop listening to the document. They share one module
 * graph with each other, but not with the rest, because loading the screens for each file would take longer than the tests.
 */
const UNIT_TOGETHER = [
  'src/screens/resource/RowsDoing.test.tsx',
  'src/screens/serviceable/configuration/configurationForm.test.tsx',
  'src/screens/shared/export/FileExport.test.tsx',
  'src/ui/{ChannelSelect.test.tsx,oneGesture.test.ts,table/useTableDoing.test.tsx}',
];

/** The test files whose text matches an expression. Files are found by their text, because some were forgotten in a list. */
const testsWith = (text: RegExp): string[] =>
  ['src', 'tests']
    .flatMap(folder => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => `${folder}/${name}`))
    .filter(path => /\.test\.tsx?$/.test(path) && text.test(readFileSync(path, 'utf8')));

/**
 * Tests of screens and workers that need their own module graph: Dexie looks for IndexedDB only once, when the first
 * test file loads it.
 */
const UNIT_ALONE = testsWith(/'fake-indexeddb/).filter(path => /^src\/(workers|ui|app|screens)\//.test(path));

/**
 * Test files that replace modules, other than those that share a graph on purpose. Other files in the same graph would
 * sometimes get the replaced modules.
 */
const MOCKING = testsWith(/\bvi\.(mock|doMock)\(/).filter(path => !UNIT_TOGETHER.includes(path));
const [SERVER_MOCKING, UNIT_MOCKING] = [true, false].map(isServer =>
  MOCKING.filter(path => path.startsWith('src/server/') === isServer),
) as [string[], string[]];

/** Server tests that replace a module or declare their own resource. */
const SERVER_ALONE = [...SERVER_MOCKING, 'src/server/resources/{kinds,actions}.test.ts'];

/** The longest test files. They start first, because a long file at the end of a run would leave a core idle. */
const LONGEST = [
  'src/server/resources/resources.test.ts',
  'src/server/imports/reader/reader.test.ts',
  'src/server/imports/stepwise.test.ts',
  'src/server/imports/frozen.test.ts',
  'src/server/routes/channelConfig/groupImport.test.ts',
  'src/server/auth/signInFlood.test.ts',
  'src/server/routes/feed/events.test.ts',
  'src/server/imports/killed.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex(name => moduleId.endsWith(name));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

type Settings = NonNullable<TestProjectInlineConfiguration['test']>;

const project = (test: Settings): TestProjectInlineConfiguration => ({ ...shared, test: { retry, ...test } });

const unit = (test: Settings): TestProjectInlineConfiguration =>
  // Generous, to end tests that hang but not slow machines: property tests take 20 s while five others are running.
  project({ exclude, testTimeout: 240_000, ...test });

const onDatabases = (test: Settings): TestProjectInlineConfiguration =>
  project({ globalSetup: ['tests/support/postgres.ts'], testTimeout: 300_000, hookTimeout: 120_000, ...test });

const server = (test: Settings): TestProjectInlineConfiguration =>
  onDatabases({ exclude, testTimeout: 60_000, ...test });

export default defineConfig({
  ...shared,
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      unit({
        name: 'unit',
        setupFiles: ['tests/support/domEnd.ts'],
        include: ['src/{workers,ui,app,screens}/**/*.test.{ts,tsx}', 'tests/support/**/*.test.ts'],
        exclude: [...exclude, ...UNIT_MOCKING, ...UNIT_ALONE, ...UNIT_TOGETHER],
        isolate: false,
      }),
      unit({
        name: 'unit-alone',
        setupFiles: ['tests/support/domEnd.ts'],
        include: [...ALONE, ...UNIT_ALONE],
      }),
      unit({
        name: 'unit-fresh',
        // Each file loads our own modules again, but shares the loaded libraries: React and Fluent take a second per process.
        setupFiles: ['tests/support/freshModules.ts', 'tests/support/domEnd.ts'],
        include: UNIT_MOCKING,
        exclude: [...exclude, ...ALONE, ...UNIT_ALONE],
        isolate: false,
      }),
      unit({
        name: 'unit-together',
        setupFiles: ['tests/support/domEnd.ts'],
        include: UNIT_TOGETHER,
        isolate: false,
      }),
      unit({
        name: 'unit-sync',
        // Loaded before Dexie, which looks for it only once, when the first test file loads Dexie for all of them.
        setupFiles: ['fake-indexeddb/auto'],
        // The engine receives clock, storage and network as arguments, so its test files can share one module graph too.
        include: ['src/sync/**/*.test.{ts,tsx}', 'tests/model/**/*.test.ts'],
        exclude: [...exclude, ...UNIT_MOCKING, ...ALONE],
        isolate: false,
      }),
      unit({
        name: 'unit-pure',
        // These functions are pure and touch no globals, so the test files share one module graph.
        include: ['src/{domain,contract}/**/*.test.ts'],
        isolate: false,
      }),
      server({
        name: 'server',
        include: ['src/server/**/*.test.ts'],
        exclude: [...exclude, ...SERVER_ALONE],
        // Each file has its own databases. Loading the server's modules for each file would often take longer than its tests.
        isolate: false,
      }),
      server({ name: 'server-alone', include: SERVER_ALONE }),
      project({ name: 'histories', include: [`tests/model/${FAULTS}`], testTimeout: 600_000 }),
      onDatabases({ name: 'kills', include: [`src/${KILLS}`], hookTimeout: 200_000, maxWorkers: 1 }),
      onDatabases({
        name: 'faults',
        include: [`src/${FAULTS}`, `tests/faults/${FAULTS}`],
        // The other core is used by another step.
        maxWorkers: 1,
      }),
    ],
  },
});
