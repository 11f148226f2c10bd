import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commandText } from './commandText.ts';

it('a command is an npm script where the project’s scripts are, and a file of the build elsewhere', () => {
  expect(commandText('restore', 'backups/monday')).toBe('npm run restore -- backups/monday');
  expect(commandText('audit:verify')).toBe('npm run audit:verify');
  const image = mkdtempSync(join(tmpdir(), 'ops-command-'));
  expect(commandText('restore', 'backups/monday', image)).toBe('node dist/server/restore.js backups/monday');
  expect(commandText('audit:verify', '', image)).toBe('node dist/server/auditVerify.js');
  rmSync(image, { recursive: true });
});

it.each(['admin:create', 'audit:verify', 'backup', 'restore'] as const)(
  '%s exists as a script and in the build',
  name => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    expect(scripts).toHaveProperty([name]);
    const built = commandText(name, '', '/nowhere').replace('node dist/server/', '').replace('.js', '');
    expect(readFileSync('scripts/build.mjs', 'utf8')).toMatch(new RegExp(`^  ${built}: 'src/server/`, 'm'));
  },
);
