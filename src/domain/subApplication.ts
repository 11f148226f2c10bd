import { cutText } from './storableText.ts';

/**
 * The contract between the shell and sub-applications, which are deployed independently (SUBAPP-1, SUBAPP-2;
 * docs/sub-applications.md).
 */

/** The contract version that this shell supports. A module with a later version needs a newer shell. */
export const SUB_APP_CONTRACT = 1;
/** The time in milliseconds within which a module must mount (A§9). */
export const MOUNT_MILLIS = 5_000;
/** The name of the file that describes a deployment. */
export const MANIFEST = 'manifest.json';

/** manifest.json of a deployed sub-application. File names are relative to its own folder. */
export interface SubAppManifest {
  contract: number;
  name: string;
  module: string;
  version: string;
  /** Epoch seconds; a later time is a newer release (VER-1). */
  release_time: number;
  /** The name of the ES module that exports mount and unmount. */
  entry: string;
  css: readonly string[];
  /** All files that the module needs to work offline. */
  files: readonly string[];
}

/** The URL of a deployed file or, if no file is given, of the folder: "/static/opsbms/main.js". */
export const deployedAt = (mount: string, file = ''): string => `/static/${mount}/${file}`;

const FILES_MOST = 500;

/** Whether a file name is plain and stays within its folder. */
const isFileName = (name: unknown): name is string =>
  typeof name === 'string' &&
  name.length <= 200 &&
  /^[\w@][\w@.~-]*(\/[\w@][\w@.~-]*)*$/.test(name) &&
  !name.includes('..');

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= 100;

/** Why a list of files cannot be used, as the end of a sentence; null if it can. */
function filesProblem(value: unknown): string | null {
  if (!Array.isArray(value)) return 'is not a list';
  if (value.length > FILES_MOST) return `lists more than ${FILES_MOST} files`;
  const wrong: unknown = value.find(name => !isFileName(name));
  return value.every(isFileName) ? null : `lists ${notAFile(wrong)}`;
}

const notAFile = (name: unknown): string =>
  `${shortJson(name)}, which is not the name of a file in its folder (letters a to z, digits and @ . _ ~ -)`;

const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/** A value of a manifest as JSON, without most of a long one. */
function shortJson(value: unknown): string {
  const text = value === undefined ? 'missing' : JSON.stringify(value);
  return text.length <= 100 ? text : `${cutText(text, 100)}…`;
}

/**
 * Parses a manifest.
 *
 * @param mount the static path at which the manifest was found; `module` must equal it
 * @returns the manifest, or the first problem, as the end of a sentence: "contract is not a number"
 */
export function readManifest(value: unknown, mount: string): SubAppManifest | string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'it is not an object';
  const {
    contract,
    name,
    module,
    version,
    release_time,
    entry,
    css = [],
    files = [],
  } = value as Record<string, unknown>;
  if (typeof contract !== 'number' || !Number.isInteger(contract) || contract < 1)
    return 'contract is not a whole number of 1 or more';
  // A later contract may have other fields. What is read is enough to say that it requires a newer shell.
  if (contract > SUB_APP_CONTRACT)
    return {
      contract,
      name: isText(name) ? name : mount,
      module: mount,
      version: isText(version) ? version : '',
      release_time: isTime(release_time) ? release_time : 0,
      entry: '',
      css: [],
      files: [],
    };
  if (!isText(name)) return 'name is not a text of 1 to 100 characters';
  if (module !== mount) return `module is ${shortJson(module)}, but it is deployed as ${mount}`;
  if (!isText(version)) return 'version is not a text of 1 to 100 characters';
  if (!isTime(release_time)) return 'release_time is not a time in seconds';
  if (!isFileName(entry)) return `entry is ${notAFile(entry)}`;
  for (const [field, list] of [
    ['css', css],
    ['files', files],
  ] as const) {
    const problem = filesProblem(list);
    if (problem !== null) return `${field} ${problem}`;
  }
  return { contract, name, module, version, release_time, entry, css: css as string[], files: files as string[] };
}

/** All files of a release, each listed once, starting with the entry. */
export const filesOf = ({ entry, css, files }: SubAppManifest): string[] => [...new Set([entry, ...css, ...files])];
