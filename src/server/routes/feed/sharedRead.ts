import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Pool } from 'pg';
import { errorOn, giveBack } from '../../db/connections.ts';
import { readTogether } from '../../db/together.ts';
import { okText } from '../../base/envelope.ts';
import { readFeedState, type FeedState } from '../../feed/cursor.ts';
import { readChanges } from './read.ts';

type Options = Parameters<typeof readChanges>[1];

export type Encoding = 'br' | 'gzip';

/** One reply for many callers. */
export interface SharedAnswer {
  /** The envelope. */
  readonly text: string;
  /** The envelope compressed, once. */
  readonly encoded: (encoding: Encoding) => Promise<Buffer>;
}

const COMPRESS: Readonly<Record<Encoding, (text: string) => Promise<Buffer>>> = {
  br: text => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: text => promisify(gzip)(text),
};

function sharedAnswer(text: string): SharedAnswer {
  const encoded = new Map<Encoding, Promise<Buffer>>();
  return {
    text,
    encoded: encoding => {
      const known = encoded.get(encoding) ?? COMPRESS[encoding](text);
      encoded.set(encoding, known);
      return known;
    },
  };
}

/** Cached replies: consoles are at few positions in the feed, and other permissions need another reply. */
const KEPT = 32;
/** One with more characters is shared while it is read, and not kept. */
const KEPT_CHARS = 250_000;

const nameOf = ({ horizon, epochs, floor }: FeedState): string =>
  JSON.stringify([String(horizon), epochs, String(floor)]);

/**
 * Returns what changed after a cursor, read and written out once for all who ask the same of the feed in the same state: a commit
 * has every open console ask. The state is looked at for each caller after it has asked (MR3). Below its horizon nothing is added any
 * more, so what was read of it stays right until the horizon moves, which every commit of a change does.
 */
export function sharedReads(pool: Pool): (options: Options) => Promise<SharedAnswer> {
  const readState = readTogether(pool, readFeedState);
  const answers = new Map<string, Promise<SharedAnswer>>();
  let present = '';

  const read = async (options: Options): Promise<SharedAnswer> => {
    const client = await pool.connect();
    try {
      return sharedAnswer(okText(await readChanges(client, options)));
    } catch (error) {
      throw errorOn(client, error);
    } finally {
      giveBack(client);
    }
  };

  const start = (key: string, options: Options): Promise<SharedAnswer> => {
    const started = read(options);
    const forget = (): void => {
      if (answers.get(key) === started) answers.delete(key);
    };
    answers.set(key, started);
    if (answers.size > KEPT) answers.delete(answers.keys().next().value as string);
    started.then(({ text }) => {
      if (text.length > KEPT_CHARS) forget();
    }, forget);
    return started;
  };

  return async options => {
    const state = nameOf(await readState(null));
    if (state !== present) {
      answers.clear();
      present = state;
    }
    const key = JSON.stringify([options.entity, options.since, options.size, options.collections]);
    return answers.get(key) ?? start(key, options);
  };
}
