import type { FastifyInstance, FastifyRequest } from 'fastify';
import { EVENTS_PATH, getChanges } from '../../contract/feed.ts';
import { asTask, newTask, type Task } from '../db/turns.ts';

/**
 * Calls that consoles make without any action by a person: to fetch changes made by others, and to be notified of them.
 */
const FOLLOWING = new Set([getChanges.path, EVENTS_PATH].map(path => `/api${path}`));

/** Makes the embedded connection treat all statements of a request as one task (db/turns). */
export function countAsTasks(app: FastifyInstance): void {
  const tasks = new WeakMap<FastifyRequest, Task>();
  app.addHook('onRequest', (request, _reply, done) => {
    const task = newTask(FOLLOWING.has(request.routeOptions.url ?? '') ? 'following' : 'short');
    tasks.set(request, task);
    asTask(task, done);
  });
  // A body arrives in events of the connection, in which the request's task is not known.
  app.addHook('preValidation', (request, _reply, done) => {
    asTask(tasks.get(request) ?? newTask(), done);
  });
}
