import type { FastifyInstance } from 'fastify';
import { repeatedName, repeatedWords } from '../../domain/jsonNames.ts';
import { badRequest } from '../base/envelope.ts';

/**
 * What is wrong with a valid JSON body if one of its objects contains a name twice, because one of the two values would
 * be lost without a word; null if nothing is wrong.
 */
export function repeatedInBody(body: string): string | null {
  const name = repeatedName(body);
  return name === null ? null : `The body ${repeatedWords(name)}.`;
}

/** Parses JSON bodies as Fastify does, without names that would change an object's prototype and without repeated names. */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    void parse(request, body, (error, value) => {
      const problem = error ? null : repeatedInBody(body);
      done(problem === null ? error : badRequest(problem), value);
    });
  });
}
