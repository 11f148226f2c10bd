import { existsSync } from 'node:fs';

/** The npm scripts that operators run, with the file of the build that each one starts. */
const COMMANDS = {
  'admin:create': 'adminCreate.js',
  'audit:verify': 'auditVerify.js',
  backup: 'backup.js',
  restore: 'restore.js',
} as const;

/**
 * How an operator runs a command, e.g. "npm run restore -- backups/monday". A container image has the build, but not the
 * files that npm scripts start, so the command is "node dist/server/restore.js backups/monday" there.
 * @param folder the folder in which the server was started
 */
export function commandText(name: keyof typeof COMMANDS, args = '', folder = '.'): string {
  const hasScripts = existsSync(`${folder}/scripts/server-command.mjs`);
  const command = hasScripts ? `npm run ${name}${args === '' ? '' : ' --'}` : `node dist/server/${COMMANDS[name]}`;
  return args === '' ? command : `${command} ${args}`;
}
