import type { FastifyRequest } from 'fastify';

/** The path of a URL, without its query. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? '/';

/** A number, a UUID or a hash. Any other value in a path (an e-mail address, the name of a file) is text that a person typed. */
const ID = /^(?:\d+|[\da-f-]{32,64})$/;

/**
 * The path of a request as logs contain it: without its query, and with the parameter's name in place of each value that
 * is not an id, e.g. `/api/opa/users/:email`. A log has other readers than the data and is kept longer.
 */
export function loggedPath({ url, routeOptions, params }: FastifyRequest): string {
  const route = routeOptions.url;
  if (!route?.includes('/:')) return pathOf(url);
  const given = params as Readonly<Record<string, string | undefined>>;
  return route.replace(/:(\w+)/g, (placeholder, name: string) => {
    const value = given[name] ?? '';
    return ID.test(value) ? value : placeholder;
  });
}
