import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SERVER = join(import.meta.dirname, '..');

it('each prepared statement has a unique name, because a connection rejects different SQL under the same name', () => {
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).filter(file =>
    /^(?!.*\.test\.).*\.ts$/.test(file),
  );
  const named = files.flatMap(file =>
    [...readFileSync(join(SERVER, file), 'utf8').matchAll(/name: '([^']+)',\s+text:/g)].map(
      ([, name]) => name as string,
    ),
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((name, at) => named.indexOf(name) !== at)).toEqual([]);
});
