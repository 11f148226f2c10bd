import { useEffect, useState } from 'react';
import type { CallInput } from '../../contract/call.ts';
import { listCallFor, namingChannel } from '../../contract/namesChannel.ts';
import { keyOfChannel } from '../../contract/owner.ts';
import { checkServed } from '../../contract/serviceability.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import { samplePositions, type Services } from '../../domain/channelConfig/affected.ts';
import type { Country } from '../../domain/country.ts';
import { isChecked, servicesOfAnswer, type CheckAddress, type End } from '../../domain/serviceability.ts';
import { AREA_TYPE, YES } from '../../domain/serviceableChoices.ts';
import type { ServiceConfig } from '../../domain/serviceableConfig.ts';
import type { SyncClient } from '../client/client.ts';
import { readListAnswer } from '../mirror/pages.ts';
import { cachedQuestion } from '../query/cachedQuestion.ts';
import { readPending } from '../query/readPending.ts';
import type { Row } from '../types.ts';
import { pendingOf } from './useServiceChecks.ts';
import { useSync } from './useSync.ts';

/** Reads what depends on a channel: the records that refer to it, and its services at a sample of its addresses. */

/** Number of addresses in a sample, read in blocks spread over the channel's list. */
const SAMPLE = 40;
const BLOCK = 5;
/** The scenario for which the sample is checked, as displayed. */
const SCENARIO = 'checkout';

/**
 * Number of records in a collection that refer to the channel; null if they are not cached and the server is
 * unreachable.
 */
export interface NamingCount {
  collection: ResourceCollection;
  count: number | null;
}

export interface AddressSample {
  /** The addresses as strings, e.g. "Coblong, Bandung, Jawa Barat" or a postcode. */
  addresses: readonly string[];
  /** The services that the channel's serviceable area provides at each address, regardless of its settings. */
  services: readonly Services[];
  /** Whether the serviceable area check is off, so that every address is served. */
  off: boolean;
  /** Whether addresses at each end are checked at checkout; an unchecked end counts as served. */
  checked: Readonly<Record<End, boolean>>;
}

export interface ChannelUse {
  /** Undefined while being counted. */
  counts: readonly NamingCount[] | undefined;
  /** Undefined while being read; null if not cached and the server is unreachable. */
  sample: AddressSample | null | undefined;
}

type Client = Pick<SyncClient, 'ops' | 'transport' | 'outbox'>;
type Reader = Pick<Client, 'ops' | 'transport'>;

/** Returns a list's rows from the cache; null if it is not completely cached. */
async function cachedPage(
  client: Client,
  entity: Country,
  collection: ResourceCollection,
  filters: Row,
  page: number,
  count: number,
) {
  const question = cachedQuestion(listCallFor(collection), filters, '', page, count);
  const answer = question && (await client.ops.list(entity, question).catch(() => null));
  return answer?.ready ? answer.value : null;
}

/** Returns a list's rows from the server; null if it is unreachable or the person lacks permission. */
async function serverPage(
  client: Reader,
  entity: Country,
  collection: ResourceCollection,
  filters: Row,
  count: number,
) {
  const outcome = await client.transport.call(listCallFor(collection), { ...filters, page: 1, count }, { entity });
  return outcome.kind === 'ok' ? readListAnswer(outcome.data) : null;
}

async function countOf(
  client: Client,
  entity: Country,
  collection: ResourceCollection,
  filters: Row,
): Promise<number | null> {
  const cached = await cachedPage(client, entity, collection, filters, 1, 1);
  return (cached ?? (await serverPage(client, entity, collection, filters, 1)))?.total ?? null;
}

/** Reads rows in blocks spread over a cached list. */
async function spread(client: Client, entity: Country, collection: ResourceCollection, filters: Row): Promise<Row[]> {
  const first = await cachedPage(client, entity, collection, filters, 1, BLOCK);
  if (!first) return [];
  const blocks = samplePositions(Math.ceil(first.total / BLOCK), SAMPLE / BLOCK);
  const pages = await Promise.all(blocks.map(at => cachedPage(client, entity, collection, filters, at + 1, BLOCK)));
  return pages.flatMap(page => page?.rows ?? []);
}

interface Named {
  address: CheckAddress;
  text: string;
}

async function placeOf(client: Client, entity: Country, locationId: number): Promise<Named | null> {
  const { value } = await client.ops.path(entity, locationId);
  if (!value || value.length === 0) return null;
  const chain: number[] = [];
  for (const place of value) chain[place.level] = place.locationId;
  const text = value
    .map(({ name }) => name)
    .toReversed()
    .join(', ');
  return { address: { chain: Array.from(chain, id => id ?? 0), postcode: '' }, text };
}

/** Whether a channel's addresses are looked up by postcode, so that its sample consists of postcodes. */
const isByPostcode = (config: ServiceConfig | null): boolean =>
  config?.isCheckServiceable === YES && config.serviceableType === AREA_TYPE.postcode;

/** Places of the country, as addresses of a channel whose list is empty. */
const placesOf = async (client: Reader, entity: Country) =>
  (await client.ops.children(entity, 0)).value.slice(0, SAMPLE);

/** Returns the addresses of a channel's list: its places, or its postcodes if the channel uses postcodes. */
async function addressesOf(
  client: Client,
  entity: Country,
  channelId: number,
  config: ServiceConfig | null,
): Promise<Named[]> {
  const filters = { channelId, type: 0 };
  if (isByPostcode(config)) {
    const rows = await spread(client, entity, 'channelPostcodes', filters);
    return rows.map(({ zipcode }) => ({ address: { chain: [], postcode: String(zipcode) }, text: String(zipcode) }));
  }
  const rows = await spread(client, entity, 'channelLocations', filters);
  const ids =
    rows.length > 0
      ? rows.map(row => Number(row['locationId']))
      : (await placesOf(client, entity)).map(({ locationId }) => locationId);
  const places = await Promise.all(ids.map(id => placeOf(client, entity, id)));
  return places.filter(place => place !== null);
}

async function sampleHere(client: Client, entity: Country, channelId: number): Promise<AddressSample | null> {
  const owner = keyOfChannel(channelId);
  const pending = pendingOf(await readPending(client.outbox, entity), owner);
  const ask = (questions: Parameters<Client['ops']['checkServed']>[1]['questions']) =>
    client.ops.checkServed(entity, { owner, questions, pending });
  const known = (await ask([])).value;
  if (!known) return null;
  const named = await addressesOf(client, entity, channelId, known.config);
  const { value } = await ask(named.map(({ address }) => ({ address, other: null, scenario: SCENARIO, shop: 0 })));
  if (!value) return null;
  return {
    addresses: named.map(({ text }) => text),
    services: value.answers.map(servicesOfAnswer),
    off: known.config?.isCheckServiceable !== YES,
    checked: {
      buyer: isChecked('buyer', SCENARIO, known.config),
      seller: isChecked('seller', SCENARIO, known.config),
    },
  };
}

const textOf = (row: Row): string =>
  ['street', 'district', 'city', 'state']
    .map(name => String(row[name] ?? ''))
    .filter(text => text !== '')
    .join(', ');

type Asked = NonNullable<CallInput<typeof checkServed>['addresses']>[number];

/** The addresses of a channel's list on the server, chosen as in `addressesOf`; null if they cannot be read. */
async function serverAddresses(
  client: Reader,
  entity: Country,
  channelId: number,
): Promise<{ asked: Asked; text: string }[] | null> {
  const configs = await serverPage(client, entity, 'channelServiceConfs', { channelId }, 1);
  if (!configs) return null;
  const byPostcode = isByPostcode((configs.rows[0] as unknown as ServiceConfig | undefined) ?? null);
  const collection = byPostcode ? 'channelPostcodes' : 'channelLocations';
  const page = await serverPage(client, entity, collection, { channelId, type: 0 }, SAMPLE);
  if (!page) return null;
  if (byPostcode)
    return page.rows.map(({ zipcode }) => ({ asked: { postcode: String(zipcode) }, text: String(zipcode) }));
  if (page.rows.length > 0)
    return page.rows.map(row => ({ asked: { locationId: Number(row['locationId']) }, text: textOf(row) }));
  return (await placesOf(client, entity)).map(({ locationId, name }) => ({ asked: { locationId }, text: name }));
}

/** Checks a sample of the addresses of a channel that is not cached; null if the server cannot be reached. */
export async function sampleFromServer(
  client: Reader,
  entity: Country,
  channelId: number,
): Promise<AddressSample | null> {
  const named = await serverAddresses(client, entity, channelId);
  if (!named) return null;
  if (named.length === 0) return { addresses: [], services: [], off: false, checked: { buyer: true, seller: true } };
  const outcome = await client.transport.call(
    checkServed,
    {
      addresses: named.map(({ asked }) => asked),
      scenario: SCENARIO,
      shopType: 0,
      channelIds: [channelId],
      threePlIds: [],
      steps: true,
    },
    { entity },
  );
  if (outcome.kind !== 'ok') return null;
  const found = outcome.data.list.map(({ results: [own] }) => own);
  if (found.some(own => own === undefined)) return null;
  const steps = found[0]?.steps;
  const isEndChecked = (end: End): boolean =>
    steps?.[end].some(step => step.is === 'end' && step.end === end && step.checked) === true;
  return {
    addresses: named.map(({ text }) => text),
    services: found as unknown as Services[],
    off: steps?.buyer.some(step => step.is === 'check' && !step.on) === true,
    checked: { buyer: isEndChecked('buyer'), seller: isEndChecked('seller') },
  };
}

/**
 * Everything that depends on a channel, from the cache or else the server.
 *
 * @param readable collections that the person may read
 */
export function useChannelUse(
  channelId: number,
  readable: readonly ResourceCollection[],
  serviceability: boolean,
): ChannelUse {
  const { client, entity } = useSync();
  const key = `${entity} ${channelId} ${readable.join()} ${String(serviceability)}`;
  const [found, setFound] = useState<{ key: string } & ChannelUse>({ key: '', counts: undefined, sample: undefined });
  useEffect(() => {
    let over = false;
    const put = (part: Partial<ChannelUse>) => {
      if (over) return;
      setFound(before => ({
        ...(before.key === key ? before : { counts: undefined, sample: undefined }),
        key,
        ...part,
      }));
    };
    const named = namingChannel().filter(({ collection }) => readable.includes(collection));
    void Promise.all(
      named.map(async ({ collection, field }) => ({
        collection,
        count: await countOf(client, entity, collection, { [field]: channelId }).catch(() => null),
      })),
    ).then(counts => put({ counts }));
    const look = async () =>
      (await sampleHere(client, entity, channelId)) ?? (await sampleFromServer(client, entity, channelId));
    if (serviceability)
      void look().then(
        sample => put({ sample }),
        () => put({ sample: null }),
      );
    return () => {
      over = true;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `key` covers the collections
  }, [client, entity, channelId, key]);
  return found.key === key ? found : { counts: undefined, sample: undefined };
}
