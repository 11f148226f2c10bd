import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'playwright/test';

/**
 * Writes a file to be chosen in a page, and returns its path. Chromium reads files by path itself, whereas bytes are
 * decoded by a script in the page, which takes a minute for 30 MB.
 */
export function onDisk(name: string, bytes: Buffer): string {
  const folder = test.info().outputDir;
  mkdirSync(folder, { recursive: true });
  const path = join(mkdtempSync(join(folder, 'file-')), name);
  writeFileSync(path, bytes);
  return path;
}
