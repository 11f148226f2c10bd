/**
 * npm run check:imports: checks the import table, file lengths, and the rules for fetch and barrel files in all of src.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { violations } from './import-rules.mjs';

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter(name => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
  .map(name => join('src', name).replaceAll('\\', '/'));
const found = files.flatMap(path => violations(path, readFileSync(path, 'utf8')));
for (const line of found) console.error(line);
console.log(`imports: ${files.length} files checked, ${found.length} violations`);
process.exitCode = found.length > 0 ? 1 : 0;
