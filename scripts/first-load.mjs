/**
 * npm run check:size: fails if the scripts of the first list exceed their size budget. The bench measures the same in a
 * browser.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';

const CLIENT = 'dist/client';
/** The chunk that loads with every list (`FIRST_LIST` in vite.config.ts). */
const LIST = 'list';
const GOAL = 215;

/** Scripts that a first visit to a list loads before painting, with their size in bytes as sent by the server. */
export function firstLoad() {
  const manifest = JSON.parse(readFileSync(`${CLIENT}/static/build-manifest.json`, 'utf8'));
  const keys = new Set();
  const add = key => {
    if (keys.has(key)) return;
    keys.add(key);
    manifest[key].imports?.forEach(add);
  };
  add('index.html');
  const lists = Object.keys(manifest).filter(key => manifest[key].name === LIST);
  if (lists.length !== 1) throw new Error(`The build has ${lists.length} files named "${LIST}", not one.`);
  lists.forEach(add);
  return [...keys].map(key => {
    const path = `${CLIENT}/${manifest[key].file}`;
    return { file: manifest[key].file, bytes: statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size };
  });
}

/** The total in kB, with its budget. */
export function firstLoadText(files = firstLoad()) {
  const kilobytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1024;
  return { text: `first load: ${kilobytes.toFixed(1)} kB of scripts, goal ${GOAL}`, fits: kilobytes <= GOAL };
}

if (process.argv[1]?.endsWith('first-load.mjs')) {
  const files = firstLoad().sort((a, b) => b.bytes - a.bytes);
  const { text, fits } = firstLoadText(files);
  console.log(text);
  if (!fits) {
    for (const { file, bytes } of files.slice(0, 8)) console.log(`  ${(bytes / 1024).toFixed(1)} kB ${file}`);
    console.log('What only dialogs, panels or single screens need is loaded with them: docs/first-load.md.');
    process.exit(1);
  }
}
