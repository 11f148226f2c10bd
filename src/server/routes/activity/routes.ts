import type { FastifyInstance } from 'fastify';
import { getTrackerConfig, getVersion, postTrackerEvents, postUsage } from '../../../contract/activity.ts';
import type { Person } from '../../auth/person.ts';
import { nowSeconds } from '../../base/clock.ts';
import type { ServerContext } from '../../context.ts';
import { transaction, type Queryable } from '../../db/transaction.ts';
import { badRequest } from '../../base/envelope.ts';
import { registerPublic, registerRead } from '../../http/registrar.ts';
import { releaseTime } from './release.ts';

/** Returns one of a batch's columns. */
const column =
  <T extends object>(rows: readonly T[]) =>
  (key: keyof T): unknown[] =>
    rows.map(row => row[key]);

/**
 * Registers the calls for version info, tracker configuration, activity events and usage records (VER-4, TRK-1, TRK-2,
 * TRK-4, G93).
 */
export function activityRoutes(app: FastifyInstance, context: ServerContext): void {
  const { pool } = context.database;
  const { tracker, clientDir } = context.config;

  registerPublic(app, getVersion, async (_request, _reply, { project, module }) => ({
    project,
    module,
    release_time: await releaseTime(clientDir),
  }));

  registerRead(app, context, getTrackerConfig, async () => ({ turnOn: tracker }));

  /** Stores a batch and its count of dropped records once; does nothing if the batch was already stored. */
  const take = (person: Person, batch: string | undefined, store: (db: Queryable, at: number) => Promise<void>) =>
    transaction(pool, async db => {
      const at = nowSeconds(context);
      if (batch !== undefined) {
        const { rowCount } = await db.query(
          'INSERT INTO activity_batches (user_id, batch, received_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
          [person.userId, batch, at],
        );
        if (rowCount === 0) return;
      }
      await store(db, at);
    });

  registerRead(app, context, postTrackerEvents, async ({ person }, { events, dropped, batch }) => {
    // The browser does not know yet that the tracker has been turned off. It gets a normal reply, but nothing is
    // stored.
    if (!tracker) return { taken: 0 };
    if (events.some(event => event.email.toLowerCase() !== person.email.toLowerCase())) {
      throw badRequest('events.email: must be the e-mail of the signed-in person');
    }
    const of = column(events);
    await take(person, batch, async (db, at) => {
      await db.query(
        `INSERT INTO tracker_events (user_id, email, type, country, project, session_id, path, name, at, received_at)
       SELECT $1, $2, type, country, project, session_id, path, name, at, $3
         FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::int8[])
           AS e (type, country, project, session_id, path, name, at)`,
        [
          person.userId,
          person.email,
          at,
          of('type'),
          of('country'),
          of('project'),
          of('sessionId'),
          of('path'),
          of('name'),
          of('at'),
        ],
      );
      if (dropped > 0) await noteDropped(db, person, dropped, 'tracker.dropped', at);
    });
    return { taken: events.length };
  });

  registerRead(app, context, postUsage, async ({ person }, { records, dropped, batch }) => {
    if (!tracker) return { taken: 0 };
    const of = column(records);
    await take(person, batch, async (db, at) => {
      await db.query(
        `INSERT INTO usage_records (user_id, email, kind, country, project, session_id, path, name, count, message, at, received_at)
       SELECT $1, $2, kind, country, project, session_id, path, name, count, message, at, $3
         FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::int4[], $11::text[], $12::int8[])
           AS r (kind, country, project, session_id, path, name, count, message, at)`,
        [
          person.userId,
          person.email,
          at,
          of('kind'),
          of('country'),
          of('project'),
          of('sessionId'),
          of('path'),
          of('name'),
          of('count'),
          of('message'),
          of('at'),
        ],
      );
      if (dropped > 0) await noteDropped(db, person, dropped, 'usage.dropped', at);
    });
    return { taken: records.length };
  });

  async function noteDropped(db: Queryable, person: Person, count: number, name: string, at: number): Promise<void> {
    await db.query(
      `INSERT INTO usage_records (user_id, email, kind, country, project, session_id, path, name, count, message, at, received_at)
       VALUES ($1, $2, 'count', $3, '', '', '', $4, $5, '', $6, $7)`,
      [person.userId, person.email, person.currentEntity, name, count, at * 1000, at],
    );
  }
}
