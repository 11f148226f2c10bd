import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * The first three are about the address bar: Debian's Chromium renders its suggestions as two additional pages in every
 * new context, which costs a second of CPU time. The others are those that Playwright disables: Chromium uses only the
 * last list it is given, so this list must contain them too.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** Flags for starting Chromium in the tests and the bench. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
];

const onPath = name => {
  const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' });
  return found.status === 0 ? found.stdout.trim() : null;
};

const WHOLE = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** The same engine without windows, menus and profile services: a test needs an eighth less CPU time. */
const HEADLESS = 'chromium-headless-shell';

const system = kind =>
  [...(kind === 'headless' ? [HEADLESS] : []), ...WHOLE].map(onPath).find(path => path !== null) ??
  ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'].find(path => existsSync(path)) ??
  null;

async function playwrightOwn() {
  const { chromium } = await import('playwright');
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : null;
}

function installDebian(name) {
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name, 'fonts-liberation'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/**
 * Finds a Chromium, in this order: PLAYWRIGHT_CHROMIUM (of either kind), the system's, Playwright's own. If there is
 * none, installs one (Debian's package if run as root, otherwise Playwright's download). Prints the choice.
 *
 * @param {(line: string) => void} say
 * @param {'headless' | 'whole'} kind headless: prefers the headless shell to the whole browser; whole: the browser that
 * people use
 * @returns {Promise<string>} path of the executable
 * @throws {Error} if none can be found or installed; the message says what to do
 */
export async function findChromium(say = console.log, kind = 'whole') {
  const named = process.env.PLAYWRIGHT_CHROMIUM;
  if (named) {
    if (!existsSync(named)) throw new Error(`PLAYWRIGHT_CHROMIUM names ${named}, which does not exist.`);
    say(`Chromium: ${named} (from PLAYWRIGHT_CHROMIUM)`);
    return named;
  }
  const installed = system(kind);
  if (installed) {
    say(`Chromium: ${installed} (the system's)`);
    return installed;
  }
  const own = await playwrightOwn();
  if (own) {
    say(`Chromium: ${own} (Playwright's)`);
    return own;
  }
  if (process.platform === 'linux' && process.getuid?.() === 0 && onPath('apt-get')) {
    say('Chromium: none found, installing the Debian package ...');
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    if (kind === 'headless') installDebian(HEADLESS);
    if (!system(kind)) installDebian('chromium');
    const fresh = system(kind);
    if (fresh) {
      say(`Chromium: ${fresh} (Debian's package, just installed)`);
      return fresh;
    }
  }
  say("Chromium: none found, trying Playwright's download ...");
  spawnSync(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'], { stdio: 'inherit' });
  const downloaded = await playwrightOwn();
  if (downloaded) {
    say(`Chromium: ${downloaded} (Playwright's, just downloaded)`);
    return downloaded;
  }
  throw new Error('No Chromium could be found or installed. Install one and name it in PLAYWRIGHT_CHROMIUM.');
}
