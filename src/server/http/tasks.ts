import type { FastifyInstance, FastifyRequest } from 'fastify';
import { asTask, newTask, type Task } from '../db/turns.ts';

/** Lets all statements of a request count as one task at the embedded connection (db/turns). */
export function countAsTasks(app: FastifyInstance): void {
  const tasks = new WeakMap<FastifyRequest, Task>();
  app.addHook('onRequest', (request, _reply, done) => {
    const task = newTask();
    tasks.set(request, task);
    asTask(task, done);
  });
  // A body comes by events of the connection, which know nothing of the request's task.
  app.addHook('preValidation', (request, _reply, done) => {
    asTask(tasks.get(request) ?? newTask(), done);
  });
}
