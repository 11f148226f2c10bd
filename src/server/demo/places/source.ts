import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Reads the packages with the places. They are development dependencies, resolved only when a demo is loaded:
 * a production install (OPS_DEMO=0) runs without them.
 */
const nodeRequire = createRequire(import.meta.url);

/** A package that the demo reads is not installed. The message says what to do. */
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

/** Loads a module of a package, untyped: its content is checked by the reader. */
export function loadModule<T>(specifier: string): T {
  try {
    return nodeRequire(specifier) as T;
  } catch (cause) {
    throw new MissingPlaces(specifier, cause);
  }
}

/** Text of a data file inside a package. */
export function readData(name: string, file: string): string {
  let folder: string;
  try {
    folder = dirname(nodeRequire.resolve(`${name}/package.json`));
  } catch (cause) {
    throw new MissingPlaces(name, cause);
  }
  return readFileSync(join(folder, file), 'utf8');
}

/** A JSON data file inside a package. */
export const readJson = <T>(name: string, file: string): T => JSON.parse(readData(name, file)) as T;

/** Rows of a comma-separated file without quoting, its header row dropped. */
export const readPlainCsv = (name: string, file: string): string[][] =>
  readData(name, file)
    .split(/\r?\n/)
    .slice(1)
    .filter(line => line !== '')
    .map(line => line.split(','));
