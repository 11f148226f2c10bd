import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const shared = { define: { __BUILD_ID__: JSON.stringify('test') } };
/** As in playwright.config.ts: one more try where nobody watches; the run names what needed it. */
const retry = process.env['CI'] ? 1 : 0;

/** Kills, storms, load and long histories: `npm run test:faults`. */
const FAULTS = '**/*.faults.test.ts';
/** Kills of a real server, one after the other, beside other tests: also `npm run test:faults`. */
const KILLS = '**/*.kills.test.ts';
const exclude = [...configDefaults.exclude, FAULTS, KILLS];

/**
 * Files of the engine that need modules of their own: they put others in the place of modules or globals, or meet a library that
 * looks at the globals when it is loaded.
 */
const ALONE = [
  'src/sync/actions/imports.test.ts',
  'src/sync/drafts/drafts.test.ts',
  'src/sync/hooks/useImportWork.test.tsx',
  'src/sync/imports/{copies,openSender}.test.ts',
  'src/sync/network/transportUploads.test.ts',
  'src/sync/outbox/copies.test.ts',
  'src/sync/{session/*,base/owner,storage/{sessionDb,inUse},client/storageStart}.test.ts',
  'tests/model/{second,numbered}/*.test.ts',
];

/**
 * Other files that need modules of their own: they put others in the place of some, meet a library that looks at the globals when it
 * is loaded, or their modules listen at the document for good.
 */
const UNIT_ALONE = ['src/workers/excel/{cachedExport,checkFile,session}.test.ts'];

/**
 * Such files of screens: not beside the rest, but beside each other in any order. Loading their screens for each takes longer than
 * their tests.
 */
const UNIT_TOGETHER = [
  'src/screens/resource/RowsDoing.test.tsx',
  'src/screens/serviceable/configuration/configurationForm.test.tsx',
  'src/screens/shared/export/FileExport.test.tsx',
  'src/ui/{ChannelSelect.test.tsx,oneGesture.test.ts,table/useTableDoing.test.tsx}',
];

/** Files of the server that put another module in the place of one, or declare a resource of their own. */
const SERVER_ALONE = ['src/server/db/flushedTogether.test.ts', 'src/server/resources/{kinds,actions}.test.ts'];

/** Files that take longest, begun first: the last one of a run has a core to itself. */
const LONGEST = [
  'src/server/resources/resources.test.ts',
  'src/server/imports/reader/reader.test.ts',
  'src/server/imports/stepwise.test.ts',
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
  // Ends a test that hangs, not a slow machine: property tests take a third of a minute where five others run beside.
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
        exclude: [...exclude, ...UNIT_ALONE, ...UNIT_TOGETHER],
        isolate: false,
      }),
      unit({
        name: 'unit-alone',
        setupFiles: ['tests/support/domEnd.ts'],
        include: [...ALONE, ...UNIT_ALONE],
      }),
      unit({
        name: 'unit-together',
        setupFiles: ['tests/support/domEnd.ts'],
        include: UNIT_TOGETHER,
        isolate: false,
      }),
      unit({
        name: 'unit-sync',
        // Before Dexie, which looks for it once: whichever file is first loads Dexie for all.
        setupFiles: ['fake-indexeddb/auto'],
        // The engine takes clock, storage and network as arguments: its files share one module graph too.
        include: ['src/sync/**/*.test.{ts,tsx}', 'tests/model/**/*.test.ts'],
        exclude: [...exclude, ...ALONE],
        isolate: false,
      }),
      unit({
        name: 'unit-pure',
        // Pure functions that touch no globals: the files share one module graph.
        include: ['src/{domain,contract}/**/*.test.ts'],
        isolate: false,
      }),
      server({
        name: 'server',
        include: ['src/server/**/*.test.ts'],
        exclude: [...exclude, ...SERVER_ALONE],
        // Each file has databases of its own; loading the server's modules for each costs more than many a file's tests.
        isolate: false,
      }),
      server({ name: 'server-alone', include: SERVER_ALONE }),
      project({ name: 'histories', include: [`tests/model/${FAULTS}`], testTimeout: 600_000 }),
      onDatabases({ name: 'kills', include: [`src/${KILLS}`], hookTimeout: 200_000, maxWorkers: 1 }),
      onDatabases({
        name: 'faults',
        include: [`src/${FAULTS}`, `tests/faults/${FAULTS}`],
        // Another step has the other core.
        maxWorkers: 1,
      }),
    ],
  },
});
