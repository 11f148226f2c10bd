import { spawnSync } from 'node:child_process';

const runs = (command, ...args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;
const onPath = name => {
  const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' });
  return found.status === 0 ? found.stdout.trim() : null;
};

const GI = "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')";

/**
 * @typedef {object} BrowserEngine
 * @property {string} name as shown to a person
 * @property {string[]} packages Debian packages that contain it
 * @property {() => Record<string, string> | null} find returns the paths of its programs, by the environment variables
 * read by tests/browsers/main.ts; null if it is not installed
 */

/** @type {Record<string, BrowserEngine>} */
export const ENGINES = {
  firefox: {
    name: 'Firefox',
    packages: ['firefox-esr'],
    find: () => {
      const browser = onPath('firefox-esr') ?? onPath('firefox');
      return browser === null ? null : { OPS_FIREFOX: browser };
    },
  },
  webkit: {
    name: 'WebKitGTK',
    packages: ['webkit2gtk-driver', 'xvfb', 'gir1.2-webkit2-4.1', 'python3-gi'],
    find: () => {
      const driver = onPath('WebKitWebDriver');
      const screen = onPath('Xvfb');
      const host = runs('/usr/bin/python3', '-c', GI);
      return driver === null || screen === null || !host ? null : { OPS_WEBKIT_DRIVER: driver, OPS_SCREEN: screen };
    },
  },
};

/**
 * Finds a browser engine; if it is missing and this runs as root, installs its Debian packages.
 *
 * @param {BrowserEngine} engine
 * @param {(line: string) => void} say
 * @returns {{ env: Record<string, string>, missing: string }} its programs, or why it is missing and what to do
 */
export function findEngine({ name, packages, find }, say = console.log) {
  let env = find();
  if (!env && process.platform === 'linux' && process.getuid?.() === 0 && onPath('apt-get')) {
    say(`${name}: not found, installing ${packages.join(', ')} ...`);
    spawnSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 'ignore', 'inherit'] });
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    env = find();
  }
  if (env) return { env, missing: '' };
  return { env: {}, missing: `${name} is missing. On Debian, install it: apt-get install ${packages.join(' ')}` };
}
