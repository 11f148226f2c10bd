import type { EventEmitter } from 'node:events';
import type { PGlite } from '@electric-sql/pglite';
import { createPgConfig, type PglitePgConnection } from '@electric-sql/pglite/node-postgres';
import { Client, type ClientConfig } from 'pg';

/** Clients of the embedded database for pg's pool. All of them share PGlite's one session, one after another. */

/**
 * pg hands a query's result parsers (`types`, an object) on to `parse`, where pg itself ignores them; PGlite's adapter
 * takes them for a list of parameter types and throws, which leaves the connection hanging. Drizzle sets them always.
 */
function plainParse(connection: PglitePgConnection): void {
  const parse = connection.parse.bind(connection) as (query: object) => void;
  connection.parse = (query: { types?: unknown }) =>
    parse(Array.isArray(query.types) ? query : { ...query, types: undefined });
}

/** Resolves when a connection has ended and the last answer to it has been read. */
function endOf(connection: PglitePgConnection): Promise<void> {
  const end = connection.end.bind(connection);
  return new Promise(resolve => {
    connection.end = () => {
      end();
      connection.once('end', resolve);
    };
  });
}

/**
 * Makes the client class of an embedded database. The pool ends the client of each failed `pool.query` and opens another at
 * once. PGlite's own configuration gives both the same connection: the new client then reads the answers that are still on
 * the way to the old one, and every query after it gets the answer of another. Here each client has a connection of its own,
 * which opens after the former one has ended and starts, as with a server, without its transaction and prepared statements.
 *
 * @param listen called with what a connection says of the database itself
 */
export function embeddedClient(
  pglite: PGlite,
  listen: (connection: EventEmitter) => void = () => undefined,
): typeof Client {
  let former: Promise<void> | null = null;
  return class EmbeddedClient extends Client {
    constructor(config?: string | ClientConfig) {
      const { connection, ...settings } = createPgConfig(pglite);
      plainParse(connection);
      listen(connection);
      const before = former;
      former = endOf(connection);
      const connect = connection.connect.bind(connection);
      connection.connect = async (port, host) => {
        // pg ends only a connection that says so, also while it waits for its turn.
        Object.assign(connection, { _connecting: true });
        try {
          await before;
          if (before) await pglite.exec('ROLLBACK; DEALLOCATE ALL');
          await connect(port, host);
        } catch (error) {
          connection.emit('error', error);
        }
      };
      super({ ...(config as ClientConfig), ...settings, connection } as ClientConfig);
    }
  };
}
