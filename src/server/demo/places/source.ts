import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Reads the packages that contain the places. They are development dependencies and are resolved only when a demo is
 * loaded, so a production install (OPS_DEMO=0) works without them.
 */
const nodeRequire = createRequire(import.meta.url);

/** Thrown if a package that the demo needs is not installed. The message says what to do. */
export class MissingPlaces extends Error {
  constructor(name: string, cause: unknown) {
    super(
      `The demo data needs the package ${name}, which is not installed. Run "npm ci" with development dependencies, ` +
        'or start with OPS_DEMO=0 to run without demo data.',
      { cause },
    );
    this.name = 'MissingPlaces';
  }
}

/** Loads a module from a package, without type information; the caller checks its content. */
export function loadModule<T>(specifier: string): T {
  try {
    return nodeRequire(specifier) as T;
  } catch (cause) {
    throw new MissingPlaces(specifier, cause);
  }
}

/** Reads a text file inside a package. */
export function readData(name: string, file: string): string {
  let folder: string;
  try {
    folder = dirname(nodeRequire.resolve(`${name}/package.json`));
  } catch (cause) {
    throw new MissingPlaces(name, cause);
  }
  return readFileSync(join(folder, file), 'utf8');
}

/** Reads a JSON file inside a package. */
export const readJson = <T>(name: string, file: string): T => JSON.parse(readData(name, file)) as T;

/** Reads the rows of a comma-separated file that has no quoted values, without the header row. */
export const readPlainCsv = (name: string, file: string): string[][] =>
  readData(name, file)
    .split(/\r?\n/)
    .slice(1)
    .filter(line => line !== '')
    .map(line => line.split(','));
