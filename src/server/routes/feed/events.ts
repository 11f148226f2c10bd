import type { FastifyInstance, FastifyReply } from 'fastify';
import { EVENTS_PATH } from '../../../contract/feed.ts';
import { importById } from '../../../contract/imports/registry.ts';
import { isCountry } from '../../../domain/country.ts';
import { allows } from '../../../domain/permission.ts';
import { findPerson, forgetLookups, tokenHashOf } from '../../auth/sessions.ts';
import type { Person } from '../../auth/person.ts';
import type { ServerContext } from '../../context.ts';
import { readTogether } from '../../db/together.ts';
import { asTask, newTask } from '../../db/turns.ts';
import { formatCursor, headCursor, readFeedState } from '../../feed/cursor.ts';
import { requirePerson, requireRight } from '../../http/call.ts';
import { badRequest } from '../../base/envelope.ts';
import { createRounds } from '../../feed/rounds.ts';
import { ReleaseWatch } from '../activity/releaseWatch.ts';
import { OpenStreams } from './streams.ts';

const PING_MILLIS = 15_000;
/** Milliseconds after which a failed query, for the current cursor or for the person, is retried. */
const REPEAT_MILLIS = 1_000;
/**
 * A client that has this many bytes left to receive is disconnected. It then reconnects and requests what it missed.
 */
const MAX_BACKLOG = 256 * 1024;

/** The data about a person that makes the console reload when it changes. */
const rightsOf = (person: Person): string =>
  JSON.stringify([person.privilege, person.whitelisted, person.entities, person.codes]);

/**
 * Server-sent events (see contract/feed.ts). The session of a stream is checked again at every ping, when an
 * administrator changes something that affects permissions, and when any session of the same person ends. A stream ends
 * together with its session.
 */
export function eventRoutes(app: FastifyInstance, context: ServerContext): void {
  const open = new Set<FastifyReply>();
  const streams = new OpenStreams();
  // Reads are shared, because all consoles reconnect at the same time after the server was down.
  const readState = readTogether(context.database.pool, readFeedState);
  const releases = new ReleaseWatch(context.config.clientDir);

  /** How often lookups in progress became outdated. */
  let outdated = 0;
  // Runs before any stream checks its session, because that check must not share a lookup that started before the
  // commit.
  const forget = () => {
    outdated += 1;
    forgetLookups(context.database.pool);
  };
  context.hub.onNews(({ kind }) => kind === 'rights' && forget());
  context.hub.onSessionsEnded(forget);

  // A new menu concerns every console, and each responds with calls, so they are told step by step.
  const menuListeners = new Set<(news: null) => void>();
  const menuRounds = createRounds<null>();
  context.hub.onNews(({ kind }) => kind === 'menu' && menuRounds.notify(menuListeners, null));

  app.addHook('preClose', async () => {
    menuRounds.close();
    for (const reply of open) reply.raw.end();
  });

  app.get(`/api${EVENTS_PATH}`, { config: { limit: 'stream' } }, async (request, reply) => {
    const before = outdated;
    const person = await requirePerson(context, request, 'signedIn', false);
    const { entity } = request.query as { entity?: string };
    if (!isCountry(entity)) throw badRequest('entity: must be a country code such as ID');
    requireRight(person, entity, 'signedIn');
    const session = tokenHashOf(context, request) ?? '';
    const { raw } = reply;
    const send = (event: string, data: object) => {
      // If the stream ended while the check was in progress, there is nobody to notify.
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
    // The client disconnected while the person was being looked up. The stream is already closed and will not report
    // this again.
    if (raw.destroyed) {
      takeOut();
      return;
    }
    // The connection ends together with the stream: if it were kept alive, it would delay shutting down the server.
    raw.shouldKeepAlive = false;
    open.add(reply);

    let latest = person;
    let rights = rightsOf(person);
    let checking = false;
    let again = false;
    let recheck: NodeJS.Timeout | undefined;
    // The queries of a stream count as separate tasks, because over hours, they would add up to long work. They also
    // let people's calls go first.
    const checkOnce = async (): Promise<void> => {
      try {
        const now = await asTask(newTask('following'), () => findPerson(context, session));
        if (!now || rightsOf(now) !== rights) send('session', {});
        if (!now || !now.whitelisted || !now.entities.some(own => own.country === entity)) raw.end();
        else {
          latest = now;
          rights = rightsOf(now);
        }
      } catch {
        // The database is unavailable for the moment.
        clearTimeout(recheck);
        if (!raw.destroyed) recheck = setTimeout(() => void check(), REPEAT_MILLIS);
      }
    };
    /** Checks one at a time: if an earlier check were answered last, its outdated rights would be kept. */
    const check = async (): Promise<void> => {
      again = true;
      if (checking) return;
      checking = true;
      while (again && !raw.writableEnded) {
        again = false;
        await checkOnce();
      }
      checking = false;
    };
    const timer = setInterval(() => {
      send('ping', {});
      void check();
    }, PING_MILLIS);
    const subscription = context.hub.subscribe(entity, cursor => send('changes', { cursor }));
    const stopReleases = releases.listen(time => send('version', { release_time: time }));
    const unwatched = context.hub.onSessionsEnded(({ userId, by, others }) => {
      if (userId !== person.userId) return;
      // The browser that signed out leaves by itself and does not need an event.
      if (by === session) raw.end();
      else if (others) void check();
    });
    const stopNews = context.hub.onNews(news => {
      if (news.kind === 'bell') {
        if (news.userIds.includes(person.userId)) send('bell', {});
        return;
      }
      if (news.kind === 'batches') {
        const { importId } = news;
        const needed = importById(importId, context.declared.resources)?.permission.replace(/\.write$/, '.read');
        if (news.entity === entity && needed !== undefined && allows(latest, entity, needed))
          send('batches', { entity, importId });
        return;
      }
      if (news.kind === 'rights') void check();
    });
    const onMenu = () => send('session', {});
    menuListeners.add(onMenu);
    const stopImports = context.imports.listen(({ userId, ...progress }) => {
      if (userId === person.userId) send('import', progress);
    });
    let repeat: NodeJS.Timeout | undefined;
    raw.once('close', () => {
      clearInterval(timer);
      clearTimeout(repeat);
      clearTimeout(recheck);
      stopReleases();
      stopImports();
      stopNews();
      menuListeners.delete(onMenu);
      menuRounds.forget(onMenu);
      unwatched();
      subscription.end();
      takeOut();
      open.delete(reply);
    });

    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // Proxies that buffer responses would delay the events.
      'x-accel-buffering': 'no',
    });
    raw.write('retry: 2000\n\n');
    // Nobody notified this stream of changes that were made while its person was being looked up.
    if (outdated !== before) void check();
    // Announces the current cursor, which covers everything that was committed before the subscription took effect.
    const announce = async (): Promise<void> => {
      try {
        await subscription.ready;
        const state = await asTask(newTask('following'), () => readState(null));
        send('changes', { cursor: formatCursor(headCursor(state)) });
      } catch {
        // The database is unavailable for the moment.
        if (!raw.destroyed) repeat = setTimeout(() => void announce(), REPEAT_MILLIS);
      }
    };
    void announce();
  });
}
