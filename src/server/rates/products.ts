import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import { recordId } from '../../contract/common.ts';
import { isCountry, type Country } from '../../domain/country.ts';
import { CATEGORY, isOfCategory, productCategory, STATUS, type Category } from '../../domain/permission.ts';
import { ApiError } from '../base/envelope.ts';

/**
 * The product service, which knows which channels sell which products (RATE-18). It is a separate service that is
 * reached over HTTP. Unless its address is configured (OPS_PRODUCT_SERVICE), the server starts such a service itself.
 * If the service is down, lists work without products.
 */

/** A rate product (ENT-3). */
const product = z.object({
  product_id: z.string(),
  channel_id: recordId,
  channel_name: z.string(),
  seller_display_name: z.string(),
  /**
   * 1: sold within its country; 2: sold across a border. This determines the category (domain/permission
   * productCategory).
   */
  entity: z.int(),
  is_masking_product: z.boolean(),
});
export type Product = z.output<typeof product>;
const productList = z.object({ products: z.array(product) });

export interface ProductService {
  /** The URL of the service, such as "http://127.0.0.1:40213". */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts the service so that only this machine can reach it. GET /products?country=ID returns the products of a
 * country.
 */
export async function startProductService(pool: Pool, port = 0): Promise<ProductService> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const country = searchParams.get('country');
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (pathname !== '/products' || !isCountry(country)) {
      send(404, { message: 'GET /products?country=ID' });
      return;
    }
    pool
      .query<Product>({
        name: 'products',
        text: `SELECT 'P' || c.channel_id AS product_id, c.channel_id, c.name AS channel_name, c.display_name AS seller_display_name,
                      CASE WHEN c.from_country = c.country THEN 1 ELSE 2 END AS entity,
                      EXISTS (SELECT 1 FROM non_working_days d WHERE d.channel_id = c.channel_id AND d.is_mask_channel = 1) AS is_masking_product
                 FROM channels c WHERE c.country = $1 AND c.status = $2 ORDER BY c.channel_id`,
        values: [country, STATUS.normal],
      })
      .then(
        ({ rows }) => send(200, { products: rows }),
        () => send(503, { message: 'The database is busy' }),
      );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** How long the service may send nothing, and how long its whole response may take. */
const WAIT_MILLIS = 2_000;
const WHOLE_MILLIS = 10_000;
const BODY_MOST = 20 * 1024 * 1024;

/** A failed connection, in the wording that operators know: "dial tcp 127.0.0.1:40213: connect: connection refused". */
class DialError extends Error {
  constructor(url: URL, why: string) {
    super(`Get "${url.origin}/products": dial tcp ${url.host}: ${why}`);
  }
}

const WHY: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connect: connection refused',
  ECONNRESET: 'connect: connection reset by peer',
  EHOSTUNREACH: 'connect: no route to host',
  ENETUNREACH: 'connect: network is unreachable',
  ETIMEDOUT: 'i/o timeout',
  ENOTFOUND: 'lookup: no such host',
  EAI_AGAIN: 'lookup: temporary failure in name resolution',
};

function ask(url: URL, within: number): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      const why = WHY[error.code ?? ''];
      reject(why ? new DialError(url, why) : error);
    };
    const stop = () => {
      const error = Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' });
      fail(error);
      request.destroy(error);
    };
    const timer = setTimeout(stop, within);
    const request = get(url, { timeout: WAIT_MILLIS, agent: false }, (response: IncomingMessage) => {
      const parts: Buffer[] = [];
      let size = 0;
      response.on('data', (part: Buffer) => {
        size += part.length;
        if (size > BODY_MOST) response.destroy(new Error('the answer is too large'));
        parts.push(part);
      });
      response.on('end', () => {
        clearTimeout(timer);
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') });
      });
      response.on('error', fail);
    });
    request.on('timeout', stop);
    request.on('error', fail);
  });
}

export interface AskedProducts {
  products: readonly Product[];
  /** Why products are missing, or null if none are missing. */
  missing: { service: string; message: string } | null;
}

const SERVICE = 'product service';
const none = (message: string): AskedProducts => ({ products: [], missing: { service: SERVICE, message } });

/**
 * Loads the products of a country. If the service is unreachable, `missing` says so.
 * @param service undefined if the installation has none
 * @param within how many milliseconds the response may take
 * @throws ApiError 502 if the response is invalid
 */
export async function productsOf(
  service: string | undefined,
  entity: Country,
  within = WHOLE_MILLIS,
): Promise<AskedProducts> {
  if (service === undefined) return none('No product service is configured (OPS_PRODUCT_SERVICE).');
  try {
    const { status, text } = await ask(new URL(`/products?country=${entity}`, service), within);
    if (status !== 200) throw new Error(`it responded with status ${status}`);
    return { products: productList.parse(JSON.parse(text)).products, missing: null };
  } catch (error) {
    if (error instanceof DialError) return none(error.message);
    throw new ApiError(
      502,
      'The response from the product service could not be read. Try again in a moment, or ask an administrator.',
      {
        retryAfterSeconds: 5,
      },
    );
  }
}

/**
 * The channels that sell only products of a category that a person may not see (PERM-17). Without the product service, as
 * in the list of channels, there are none.
 */
export async function channelsOutside(
  service: string | undefined,
  entity: Country,
  category: Category,
): Promise<number[]> {
  if (category === CATEGORY.all) return [];
  const { products } = await productsOf(service, entity).catch(() => none(''));
  // Like the list, the last product of a channel decides.
  const last = new Map(products.map(product => [product.channel_id, productCategory(product.entity)]));
  return [...last].flatMap(([channelId, own]) => (isOfCategory(category, own) ? [] : [channelId]));
}
