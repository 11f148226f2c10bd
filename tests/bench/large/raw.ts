import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { Page } from 'playwright';

/**
 * Runs in a blank page at the console's origin: opens the mirror, and reads all location segments of a country and all
 * segments of a cached channel with one request each. Reading includes the browser's decoding into typed arrays and
 * strings, the form in which the data is stored. Resolves with the time on the page's clock and the number of rows.
 */
const READ_RAW = `async (entity, channelId) => {
  const done = request => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const { name } = (await indexedDB.databases()).find(({ name }) => name.startsWith('ops-mirror-'));
  const db = await done(indexedDB.open(name));
  const read = db.transaction(['segments', 'setSegments']);
  const [places, cached] = await Promise.all([
    done(read.objectStore('segments').index('[entity+collection]').getAll([entity, 'locations'])),
    done(read.objectStore('setSegments').index('[entity+collection+owner]').getAll([entity, 'channelLocations', 'channel:' + channelId])),
  ]);
  const took = performance.now();
  db.close();
  const rows = cached.reduce((sum, { columns }) => sum + columns.length, 0);
  return { took, rows, places: places.reduce((sum, { columns }) => sum + columns.ids.length, 0) };
}`;

export interface RawRead {
  took: number;
  rows: number;
  places: number;
}

/**
 * A URL below /api, which the service worker ignores, so that the server listening there can return a page without the
 * console.
 */
const BLANK = '/api/blank';

/** Takes the place of the stopped server while a blank page at its origin is opened. */
async function blankServer(port: number): Promise<Server> {
  const server = createServer((_request, answer) => {
    answer.setHeader('content-type', 'text/html');
    answer.end('<!doctype html><title>blank</title>');
  }).listen(port);
  await once(server, 'listening');
  return server;
}

/**
 * The floor of opening the app: time in milliseconds from the start of a blank page until the browser has read the same
 * bytes from IndexedDB and decoded them. Nothing else may be listening on the port.
 */
export async function readRaw(page: Page, port: number, entity: string, channelId: number): Promise<RawRead> {
  const server = await blankServer(port);
  try {
    await page.goto(`http://localhost:${port}${BLANK}`, { waitUntil: 'commit' });
    return await page.evaluate<RawRead>(`(${READ_RAW})(${JSON.stringify(entity)}, ${channelId})`);
  } finally {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }
}

/**
 * Runs in a page without the console: fetches a channel's segments, six at a time as the browser does, and stores the
 * bytes of each on arrival in an IndexedDB store with a single key and with relaxed durability, like the mirror.
 * Resolves with the time in milliseconds.
 */
const FETCH_RAW = `async (entity, channelId) => {
  await new Promise(resolve => { indexedDB.deleteDatabase('bench-raw').onsuccess = resolve; });
  const db = await new Promise((resolve, reject) => {
    const opening = indexedDB.open('bench-raw', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('segments', { keyPath: 'id' });
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const started = performance.now();
  const list = await fetch('/api/v2/ops/segments?collection=channelLocations&entity=' + entity + '&channelId=' + channelId);
  const ids = (await list.json()).data.segments.map(({ id }) => id);
  let stored = 0;
  const one = async () => {
    for (let id = ids.shift(); id !== undefined; id = ids.shift()) {
      const answer = await fetch('/api/v2/ops/segments/' + id);
      if (!answer.ok) throw new Error('a segment answered ' + answer.status);
      const bytes = await answer.arrayBuffer();
      stored += bytes.byteLength;
      await new Promise((resolve, reject) => {
        const put = db.transaction('segments', 'readwrite', { durability: 'relaxed' });
        put.objectStore('segments').put({ id, bytes });
        put.oncomplete = resolve;
        put.onabort = () => reject(put.error);
      });
    }
  };
  await Promise.all(Array.from({ length: 6 }, one));
  const took = performance.now() - started;
  db.close();
  return { took, stored };
}`;

/**
 * The floor of loading a channel: its bytes are fetched and stored unchanged in a page at the same origin that does not
 * run the console.
 */
export async function fetchRaw(
  page: Page,
  url: string,
  entity: string,
  channelId: number,
): Promise<{ took: number; stored: number }> {
  await page.goto(`${url}/release.json`);
  return page.evaluate(`(${FETCH_RAW})(${JSON.stringify(entity)}, ${channelId})`);
}
