import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Pool } from 'pg';
import { DECLARATIONS, type Declarations } from '../../../contract/declarations.ts';

import { errorOn, giveBack } from '../../db/connections.ts';
import { readTogether } from '../../db/together.ts';
import { okText } from '../../base/envelope.ts';
import { readFeedState, type FeedState } from '../../feed/cursor.ts';
import { readChanges } from './read.ts';

type Options = Parameters<typeof readChanges>[1];

export type Encoding = 'br' | 'gzip';

/** A reply that many callers share. */
export interface SharedAnswer {
  /** The envelope of the reply, as a string. */
  readonly text: string;
  /** Returns the compressed envelope, which is compressed only once. */
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

/**
 * Number of replies that are kept. Consoles are at only a few positions in the feed, but different permissions need
 * different replies.
 */
const KEPT = 32;
/** A reply with more characters than this is shared only while it is being read. */
const KEPT_CHARS = 250_000;

const nameOf = ({ horizon, epochs, floor }: FeedState): string =>
  JSON.stringify([String(horizon), epochs, String(floor)]);

/**
 * Returns the changes after a cursor. They are read and serialized once for all callers with the same request and the
 * same state of the feed, because every open console requests changes after a commit. The state is read for each caller
 * after its request (MR3). Nothing can be added below its horizon anymore, so what was read stays correct until the
 * horizon moves, which happens whenever a change is committed.
 */
export function sharedReads(
  pool: Pool,
  declared: Declarations = DECLARATIONS,
): (options: Options) => Promise<SharedAnswer> {
  const readState = readTogether(pool, readFeedState);
  const answers = new Map<string, Promise<SharedAnswer>>();
  let present = '';

  const read = async (options: Options): Promise<SharedAnswer> => {
    const client = await pool.connect();
    try {
      return sharedAnswer(okText(await readChanges(client, options, declared)));
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
