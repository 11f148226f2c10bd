import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';

interface Locked {
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
}

/**
 * Copies to another folder the packages that `npm ci --omit=dev` installs, without calling the registry: the lock file
 * names them, and their files, which do not differ, are linked or copied from this checkout.
 * @param folder the folder in which node_modules is created; outside the checkout, so that nothing else can be found
 * @returns the number of packages
 * @throws Error if a package is missing in this checkout
 */
export function copyProductionPackages(folder: string): number {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
  const wanted = Object.entries(packages).filter(
    ([path, { dev, devOptional, optional }]) =>
      path !== '' && dev !== true && devOptional !== true && (optional !== true || existsSync(path)),
  );
  for (const [path] of wanted) copyTree(path, join(folder, path));
  return wanted.length;
}

/** Copies a package without the packages inside it, which are listed separately. */
function copyTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && entry.name !== 'node_modules') copyTree(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.isFile()) linkOrCopy(source, target);
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    // On another disk, or a file system without links.
    copyFileSync(source, target);
  }
}
