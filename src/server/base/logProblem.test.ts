import { expect, it, vi } from 'vitest';
import { logProblem } from './logProblem.ts';

it('a problem is one line of JSON with the fields of the request log', () => {
  const written = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  logProblem('Database connection lost:\n"ended"');
  const [line] = written.mock.calls[0] as [string];
  written.mockRestore();
  expect(line).not.toContain('\n');
  expect(JSON.parse(line)).toMatchObject({ level: 50, pid: process.pid, msg: 'Database connection lost:\n"ended"' });
});
