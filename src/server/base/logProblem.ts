import { hostname } from 'node:os';

/**
 * Writes a problem that no request caused to the server's log: one JSON object in a line, as in the log of requests
 * (http/requestLog).
 */
export function logProblem(msg: string): void {
  console.error(JSON.stringify({ level: 50, time: Date.now(), pid: process.pid, hostname: hostname(), msg }));
}
