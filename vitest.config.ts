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
 * Engine tests that need their own module graph, because they replace modules or globals, or because a library reads the
 * globals when it is loaded.
 */
const ALONE = [
  'src/sync/actions/imports.test.ts',
  'src/sync/drafts/drafts.test.ts',
  'src/sync/hooks/{useAdministration,useImportWork}.test.tsx',
  'src/sync/imports/{copies,openSender}.test.ts',
  'src/sync/network/transportUploads.test.ts',
  'src/sync/outbox/copies.test.ts',
  'src/sync/{session/*,base/owner,storage/{sessionDb,inUse},client/storageStart}.test.ts',
  'tests/model/{second,numbered}/*.test.ts',
];

/**
 * Other tests that need their own module graph, because they replace modules, because a library reads the globals when it
 * is loaded, or because their modules never stop listening to the document.
 */
const UNIT_ALONE = [
  'src/workers/excel/{cachedExport,checkFile,named,session}.test.ts',
  'src/app/{session/sessionStore.test.ts,frame/useSigningOut.test.tsx}',
  'src/screens/{admin/{ImportUsers,ModulesBody,RolesBody},queue/EntryDialogs,nonWorkingDays/WeekendCell,notification/forms,recon/SummaryBody}.test.tsx',
  'src/screens/shared/{useUndo.test.ts,useAddressForm.test.tsx,PlacePicker.test.tsx,imports/ImportDialog.test.tsx,views/ViewsMenu.test.tsx}',
];

/**
 * Such tests of screens. They share one module graph with each other, but not with the rest, because loading the screens
 * for each file would take longer than the tests.
 */
const UNIT_TOGETHER = [
  'src/screens/resource/RowsDoing.test.tsx',
  'src/screens/serviceable/configuration/configurationForm.test.tsx',
  'src/screens/shared/export/FileExport.test.tsx',
  'src/ui/{ChannelSelect.test.tsx,oneGesture.test.ts,table/useTableDoing.test.tsx}',
];

/** Server tests that replace a module or declare their own resource. */
const SERVER_ALONE = ['src/server/db/flushedTogether.test.ts', 'src/server/resources/{kinds,actions}.test.ts'];

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
        // Loaded before Dexie, which looks for it only once, when the first test file loads Dexie for all of them.
        setupFiles: ['fake-indexeddb/auto'],
        // The engine receives clock, storage and network as arguments, so its test files can share one module graph too.
        include: ['src/sync/**/*.test.{ts,tsx}', 'tests/model/**/*.test.ts'],
        exclude: [...exclude, ...ALONE],
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
