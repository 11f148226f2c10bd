import fastify from 'fastify';
import { expect, it } from 'vitest';
import { ApiError } from './envelope.ts';
import { handleErrors } from './errors.ts';

it('the log contains faults that need fixing, but not intentional error replies', async () => {
  const lines: string[] = [];
  const app = fastify({ logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } });
  handleErrors(app);
  const failures: Readonly<Record<string, Error>> = {
    busy: new ApiError(503, 'Too many people are signing in.', { retryAfterSeconds: 2 }),
    wrong: new ApiError(400, 'wrong'),
    ended: Object.assign(new Error('terminating connection'), { code: '57P01' }),
    full: Object.assign(new Error('no space'), { code: 'ENOSPC' }),
    unforeseen: new TypeError('x is not a function'),
  };
  for (const [name, error] of Object.entries(failures)) {
    app.get(`/${name}`, () => {
      throw error;
    });
  }
  const statuses: number[] = [];
  for (const name of Object.keys(failures)) statuses.push((await app.inject(`/${name}`)).statusCode);
  expect(statuses).toEqual([503, 400, 503, 507, 500]);
  expect(lines.map(line => (JSON.parse(line) as { url: string }).url)).toEqual(['/ended', '/full', '/unforeseen']);
  await app.close();
});
