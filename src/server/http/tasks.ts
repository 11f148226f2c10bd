import type { FastifyInstance, FastifyRequest } from 'fastify';
import { EVENTS_PATH, getChanges } from '../../contract/feed.ts';
import { asTask, newTask, type Task } from '../db/turns.ts';

/** Calls that consoles make by themselves: when others have changed something, and to be notified of it. */
const FOLLOWING = new Set([getChanges.path, EVENTS_PATH].map(path => `/api${path}`));

/** Lets all statements of a request count as one task at the embedded connection (db/turns). */
export function countAsTasks(app: FastifyInstance): void {
  const tasks = new WeakMap<FastifyRequest, Task>();
  app.addHook('onRequest', (request, _reply, done) => {
    const task = newTask(FOLLOWING.has(request.routeOptions.url ?? '') ? 'following' : 'short');
    tasks.set(request, task);
    asTask(task, done);
  });
  // A body comes by events of the connection, which know nothing of the request's task.
  app.addHook('preValidation', (request, _reply, done) => {
    asTask(tasks.get(request) ?? newTask(), done);
  });
}
