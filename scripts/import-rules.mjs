import { posix } from 'node:path';

/**
 * The import table of ARCHITECTURE.md (design section 2): who may import what. A folder's own files are always allowed.
 * `packages` lists what may be imported from node_modules; undefined means anything.
 */
export const RULES = {
  domain: { folders: [], packages: [] },
  contract: { folders: ['domain'], packages: ['zod'] },
  sync: {
    folders: ['domain', 'contract'],
    packages: ['dexie', 'dexie-react-hooks', 'comlink', 'react', '@simplewebauthn/browser', 'tus-js-client', 'zod'],
  },
  workers: {
    folders: ['domain', 'contract', 'sync'],
    packages: ['comlink', 'dexie', 'xlsx', 'zod', 'workbox-core', 'workbox-precaching', 'workbox-routing'],
  },
  ui: {
    folders: ['domain', 'contract'],
    packages: [
      'react',
      'react-dom',
      '@fluentui/react-components',
      '@fluentui/react-icons',
      '@fluentui/react-charts',
      '@tanstack/react-virtual',
      'react-data-grid',
      'react-data-grid/lib/styles.css',
    ],
  },
  screens: {
    folders: ['domain', 'contract', 'ui', 'sync'],
    packages: ['react', '@fluentui/react-components', '@fluentui/react-icons', '@tanstack/react-router'],
  },
  app: { folders: ['domain', 'contract', 'sync', 'ui', 'screens'], packages: undefined },
  server: { folders: ['domain', 'contract'], packages: undefined },
};

/** The parts of sync made for screens, which screens may import; they reach workers' code through a client. */
const SCREEN_SYNC =
  /^src\/sync\/(hooks|actions|excelClient)(\/|\.|[A-Z])|^src\/sync\/(types|session\/session|base\/subAppContract)\.ts$/;
const FETCH_ALLOWED = /^src\/(sync\/network\/transport[A-Za-z]*\.ts|workers\/sw\/|server\/)/;
const MAX_LINES = 600;
/**
 * Layers within a room, lowest first: a folder must not import from layers above it, and folders in the same layer must
 * not import each other. A name with an extension is a file of the room itself.
 */
export const LAYERS = {
  sync: [
    ['base', 'types.ts'],
    ['storage'],
    ['network'],
    ['outbox', 'drafts', 'pins'],
    ['mirror', 'resources'],
    ['query'],
    ['imports'],
    ['status'],
    ['session', 'activity'],
    ['engine'],
    ['ops'],
    ['excelClient'],
    ['client'],
    ['list'],
    ['actions'],
    ['hooks'],
    ['testing'],
  ],
  server: [
    ['base'],
    ['db'],
    ['feed', 'jobs', 'notify', 'audit'],
    ['auth'],
    ['files', 'writes', 'segments'],
    ['config.ts', 'migrate'],
    ['context.ts', 'backup'],
    ['http', 'operation'],
    ['resources', 'serviceability'],
    ['rates'],
    ['imports'],
    ['recon'],
    ['housekeeping', 'demo'],
    ['routes'],
    ['app.ts', 'adminCreate.ts', 'startFailure.ts', 'demoWarning.ts'],
    ['main.ts'],
  ],
};
/**
 * Folders of screens that every screen may import: shared parts, and the code that renders a screen from a declaration.
 */
const SHARED_SCREENS = ['shared', 'resource', 'page'];
/** Imports of the product's own list of resources, for which the server's context has a parameter. */
const OWN_LIST = /import \{[^}]*\b(?:RESOURCES|resourceOf)\b[^}]*\} from '[^']*contract\/resources\/all\.ts'/;
/** Where the server starts, what fills its database, the API page, and references between the product's own lists. */
const OWN_LIST_ALLOWED =
  /^src\/server\/(migrate\/|demo\/|db\/menu|imports\/reader\/main|http\/openapiExtra|resources\/references)/;
/** Matches an endless loop that counts neither its iterations nor its attempts. */
const ENDLESS = /\bfor \([^;\n]*; ?;(?!.*\b(?:round\(\)|(?:attempt|tries|left)(?:\+\+|--)))|\bwhile \(true\)/;
const IMPORT =
  /(?:^|[\s;}])(?:import|export)\s+(?:type\s+)?(?:[\w*{}\s,$]+?\s+from\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|new URL\(\s*['"](\.[^'"]+)['"]\s*,\s*import\.meta\.url/g;

const packageName = specifier =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/**
 * Checks one source file against the table.
 *
 * @param {string} path path below the repository's root, with slashes, e.g. "src/ui/Pager.tsx"
 * @param {string} text the file's text
 * @returns {string[]} one sentence for each violation
 */
export function violations(path, text) {
  const found = [];
  const [, room] = path.split('/');
  const isTest = /\.test\.tsx?$/.test(path);
  const lines = text.split('\n').length;
  if (!isTest && lines > MAX_LINES + 1) found.push(`${path}: ${lines} lines, the limit is ${MAX_LINES}`);
  if (/\/index\.tsx?$/.test(path)) found.push(`${path}: barrel files are not allowed, import the file itself`);
  if (isTest) return found;

  const rule = RULES[room];
  if (!rule) return [...found, `${path}: src/${room} is not a room of the house`];
  for (const match of text.matchAll(IMPORT)) {
    const specifier = match[1] ?? match[2] ?? match[3] ?? '';
    const isWorkerUrl = match[3] !== undefined;
    const problem = specifier.startsWith('.')
      ? folderProblem(path, room, rule, specifier, isWorkerUrl)
      : packageProblem(room, rule, specifier);
    if (problem) found.push(`${path}: imports ${specifier}; ${problem}`);
  }
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  if (/(?<![.\w])fetch\s*\(/.test(code) && !FETCH_ALLOWED.test(path)) {
    found.push(`${path}: calls fetch; only sync/network/transport talks to the network`);
  }
  if (/import \{[^}'"]*\bProgressBar\b[^}]*\} from '@fluentui/.test(code)) {
    found.push(`${path}: uses Fluent's ProgressBar, which keeps two cores busy; use ui/ProgressBar`);
  }
  if (room === 'domain' && /\bDate\.now\(|new Date\(\)|Math\.random\(/.test(code)) {
    found.push(`${path}: domain never reads the clock or randomness`);
  }
  if (room === 'server' && OWN_LIST.test(code) && !OWN_LIST_ALLOWED.test(path)) {
    found.push(`${path}: uses the product's own list of resources; use the one of its context`);
  }
  if (room === 'server' && ENDLESS.test(code)) {
    found.push(`${path}: a loop has no bound; give it one by rounds of server/base/rounds`);
  }
  return found;
}

function folderProblem(path, room, rule, specifier, isWorkerUrl) {
  const target = posix.normalize(posix.join(posix.dirname(path), specifier));
  const [top, targetRoom] = target.split('/');
  if (top !== 'src') return /\.(json|css)$/.test(target) || room === 'server' ? null : `${top} is outside src`;
  // A worker is started by its URL, which is the only allowed way from sync to workers.
  if (isWorkerUrl) return null;
  if (targetRoom === room) {
    const [, , own] = path.split('/');
    const [, , other] = target.split('/');
    const above = layerProblem(room, own, other);
    if (above) return above;
    return room === 'screens' && own !== other && !SHARED_SCREENS.includes(other)
      ? 'a screen never imports another screen'
      : null;
  }
  if (!rule.folders.includes(targetRoom)) return `${room} may not import ${targetRoom}`;
  if (room === 'screens' && targetRoom === 'sync' && !SCREEN_SYNC.test(target)) {
    return 'a screen sees only sync/hooks, sync/actions, sync/session/session and sync/types';
  }
  return null;
}

/** Imports between folders of a room must only go down its layers. */
function layerProblem(room, own, other) {
  const layers = LAYERS[room];
  if (!layers || own === other) return null;
  const [from, to] = [own, other].map(name => layers.findIndex(layer => layer.includes(name)));
  if (from < 0 || to < 0) return `src/${room}/${from < 0 ? own : other} has no layer in scripts/import-rules.mjs`;
  return from > to ? null : `${own} is not above ${other} in the layers of src/${room}`;
}

function packageProblem(room, rule, specifier) {
  if (rule.packages === undefined) return null;
  return rule.packages.includes(packageName(specifier))
    ? null
    : `${room} may not use the package ${packageName(specifier)}`;
}
