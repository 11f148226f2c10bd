import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ImportReceipt } from '../../src/contract/imports/calls.ts';
import type { Caller } from './load.ts';

/**
 * Makes a read call to the API for Indonesia and returns its response.
 * @throws Error if the server rejects it
 */
export async function read<T>(caller: Caller, path: string): Promise<T> {
  const answer = await fetch(`${caller.url}/api${path}`, { headers: { cookie: caller.cookie, 'x-ops-entity': 'ID' } });
  const body = (await answer.json()) as { data: T; message: string };
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${body.message}`);
  return body.data;
}

/** Uploads a file; returns its URL. */
export async function uploadFile(caller: Caller, path: string): Promise<string> {
  const form = new FormData();
  form.set('business', 'ssc-ops');
  form.set('file', new Blob([readFileSync(path)]), basename(path));
  const headers = { cookie: caller.cookie, 'x-ops-entity': 'ID' };
  const uploaded = await fetch(`${caller.url}/api/v2/sls/forward/file`, { method: 'POST', headers, body: form });
  const { data, message } = (await uploaded.json()) as { data: { url: string }; message: string };
  if (!uploaded.ok) throw new Error(`${basename(path)} was not taken: ${message}`);
  return data.url;
}

/**
 * Uploads a workbook, imports it in the background and waits for its receipt.
 *
 * @param callOf returns path and input of the import call for the URL of the uploaded file
 * @returns the import's effects, and the time in seconds until its rows were parsed, validated and written
 * @throws Error if the import was not applied
 */
export async function sendImport(
  caller: Caller,
  path: string,
  callOf: (url: string) => { path: string; body: object },
): Promise<{ counts: NonNullable<ImportReceipt['counts']>; planned: number }> {
  const started = performance.now();
  let planned = 0;
  const headers = { cookie: caller.cookie, 'x-ops-entity': 'ID' };
  const call = callOf(await uploadFile(caller, path));
  const answer = await fetch(`${caller.url}/api${call.path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ ...call.body, background: true }),
  });
  const answered = (await answer.json()) as { data: ImportReceipt | null; message: string };
  if (!answered.data) throw new Error(`${call.path}: ${answer.status} ${answered.message}`);
  let receipt = answered.data;
  while (['queued', 'checking', 'applying'].includes(receipt.state)) {
    await pause(200);
    receipt = await read<ImportReceipt>(caller, `/v2/ops/imports/${receipt.id}`);
    if (receipt.state !== 'checking' && planned === 0) planned = (performance.now() - started) / 1000;
  }
  if (receipt.state !== 'applied' || !receipt.counts) {
    throw new Error(`the import ended as ${receipt.state}: ${receipt.message} ${JSON.stringify(receipt.failList)}`);
  }
  return { counts: receipt.counts, planned };
}
