import type { FastifyInstance, FastifyReply } from 'fastify';
import { EVENTS_PATH } from '../../../contract/feed.ts';
import { isCountry } from '../../../domain/country.ts';
import { findPerson, forgetLookups, tokenHashOf } from '../../auth/sessions.ts';
import type { Person } from '../../auth/person.ts';
import type { ServerContext } from '../../context.ts';
import { readTogether } from '../../db/together.ts';
import { asTask, newTask } from '../../db/turns.ts';
import { formatCursor, headCursor, readFeedState } from '../../feed/cursor.ts';
import { requirePerson, requireRight } from '../../http/call.ts';
import { badRequest } from '../../base/envelope.ts';
import { ReleaseWatch } from '../activity/releaseWatch.ts';
import { OpenStreams } from './streams.ts';

const PING_MILLIS = 15_000;
/** Between two tries to ask a database that fails what there is. */
const REPEAT_MILLIS = 1_000;
/** A reader that takes nothing for this many bytes is cut off; it comes back and asks for what it missed. */
const MAX_BACKLOG = 256 * 1024;

/** What of a person the console must get when it changes. */
const rightsOf = (person: Person): string =>
  JSON.stringify([person.privilege, person.whitelisted, person.entities, person.codes]);

/**
 * Server-sent events: see contract/feed.ts. Each stream is checked again at every ping, when an administrator changed something that
 * rights follow from, and when sessions of its person end; its own session's end is its end.
 */
export function eventRoutes(app: FastifyInstance, context: ServerContext): void {
  const open = new Set<FastifyReply>();
  const streams = new OpenStreams();
  // All consoles come back at the same time when the server was away.
  const readState = readTogether(context.database.pool, readFeedState);
  const releases = new ReleaseWatch(context.config.clientDir);

  // Before any stream checks: it must not join a look at its session that began before the commit.
  context.hub.onNews(({ kind }) => kind === 'rights' && forgetLookups(context.database.pool));

  app.addHook('preClose', async () => {
    for (const reply of open) reply.raw.end();
  });

  app.get(`/api${EVENTS_PATH}`, { config: { limit: 'stream' } }, async (request, reply) => {
    const person = await requirePerson(context, request, 'signedIn', false);
    const { entity } = request.query as { entity?: string };
    if (!isCountry(entity)) throw badRequest('entity: must be a country code such as ID');
    requireRight(person, entity, 'signedIn');
    const session = tokenHashOf(context, request) ?? '';
    const { raw } = reply;
    const send = (event: string, data: object) => {
      // A check that was under way when the stream ended has nobody to notify.
      if (raw.writableEnded || !raw.headersSent) return;
      raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      if (raw.writableLength > MAX_BACKLOG) raw.destroy();
    };
    const closeFor = (reason: 'tooMany'): void => {
      send('closed', { reason });
      raw.end();
    };
    const takeOut = streams.add({ userId: person.userId, session, closeFor });
    reply.hijack();
    // Its reader left during the lookup of its person: the stream has closed, and does not report it again.
    if (raw.destroyed) {
      takeOut();
      return;
    }
    // A stream that ends takes its connection along: kept alive, it would hold up the server's end.
    raw.shouldKeepAlive = false;
    open.add(reply);

    let rights = rightsOf(person);
    // What a stream asks counts for a task of its own: over hours it would add up to long work, and it comes after people.
    const check = async () => {
      try {
        const now = await asTask(newTask('following'), () => findPerson(context, session));
        if (!now || rightsOf(now) !== rights) send('session', {});
        if (!now || !now.whitelisted || !now.entities.some(own => own.country === entity)) raw.end();
        else rights = rightsOf(now);
      } catch {
        // The database is briefly unavailable; the next ping tries again.
      }
    };
    const timer = setInterval(() => {
      send('ping', {});
      void check();
    }, PING_MILLIS);
    const subscription = context.hub.subscribe(entity, cursor => send('changes', { cursor }));
    const stopReleases = releases.listen(time => send('version', { release_time: time }));
    const unwatched = context.hub.onSessionsEnded(({ userId, by, others }) => {
      if (userId !== person.userId) return;
      // The browser that signed out is on its way out by itself: it needs no event to know.
      if (by === session) raw.end();
      else if (others) void check();
    });
    const stopNews = context.hub.onNews(news => {
      if (news.kind === 'bell') {
        if (news.userIds.includes(person.userId)) send('bell', {});
        return;
      }
      void check();
    });
    const stopImports = context.imports.listen(({ userId, ...progress }) => {
      if (userId === person.userId) send('import', progress);
    });
    let repeat: NodeJS.Timeout | undefined;
    raw.once('close', () => {
      clearInterval(timer);
      clearTimeout(repeat);
      stopReleases();
      stopImports();
      stopNews();
      unwatched();
      subscription.end();
      takeOut();
      open.delete(reply);
    });

    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // Proxies that buffer would hold the events back.
      'x-accel-buffering': 'no',
    });
    raw.write('retry: 2000\n\n');
    // What was committed before the subscription was in force is requested now.
    const announce = async (): Promise<void> => {
      try {
        await subscription.ready;
        const state = await asTask(newTask('following'), () => readState(null));
        send('changes', { cursor: formatCursor(headCursor(state)) });
      } catch {
        // The database is away for a moment.
        if (!raw.destroyed) repeat = setTimeout(() => void announce(), REPEAT_MILLIS);
      }
    };
    void announce();
  });
}
