import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { productsOf } from './products.ts';

describe('the response of the product service (RATE-18)', () => {
  const open: { close: () => Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
  });

  /** Starts a service with this behavior; returns its address. */
  const serve = async (listener: RequestListener): Promise<string> => {
    const server = createServer(listener);
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()));
    open.push({
      close: () =>
        new Promise(resolve => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const PRODUCT = {
    product_id: 'P1',
    channel_id: 10021,
    channel_name: 'J&T Express',
    seller_display_name: 'J&T',
    entity: 1,
    is_masking_product: false,
  };

  it('products are returned without fields that are not defined', async () => {
    const url = await serve((_, response) => response.end(JSON.stringify({ products: [{ ...PRODUCT, more: 1 }] })));
    expect(await productsOf(url, 'ID')).toEqual({ products: [PRODUCT], missing: null });
  });

  it.each([
    ['an empty product', '{"products":[null]}'],
    ['an id as a string', JSON.stringify({ products: [{ ...PRODUCT, channel_id: '10021' }] })],
    ['a product without a name', JSON.stringify({ products: [{ ...PRODUCT, channel_name: null }] })],
    ['no list', '{}'],
    ['a web page', '<html>'],
  ])('a response that contains %s is reported as unreadable, not as an error of this server', async (_, body) => {
    const url = await serve((_request, response) => response.end(body));
    await expect(productsOf(url, 'ID')).rejects.toMatchObject({ status: 502 });
  });

  it('a response that never ends, or breaks off, counts as a connection failure', async () => {
    const endless = await serve((_, response) => {
      response.write('{"products":');
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    });
    const { products, missing } = await productsOf(endless, 'ID', 200);
    expect([products, missing?.message]).toEqual([[], expect.stringMatching(/dial tcp .*: i\/o timeout$/)]);
    const broken = await serve((_, response) => {
      response.write('{"products":');
      setTimeout(() => response.destroy(), 20);
    });
    expect((await productsOf(broken, 'ID')).missing?.message).toContain('dial tcp');
  });
});
