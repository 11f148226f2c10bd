import type { ExtraData } from '../../domain/channelConfig/extraData.ts';
import type { Country } from '../../domain/country.ts';
import { CHANNEL_BIT, hasBit, withBit, type ServiceMode } from '../../domain/flags.ts';
import type { ApplicableType, LocationLevel } from '../../domain/serviceable.ts';

/** An area in which a demo channel has serviceable rows. Shares are percentages of cities, districts or rows. */
export interface DemoArea {
  type: ApplicableType;
  level: LocationLevel;
  /** Percentage of cities that are served. */
  cover: number;
  /** Percentage of districts with cash on delivery, and percentage of districts with pickup. */
  cod: number;
  pickup: number;
  /** Limits the area to this state, and to this many of its first rows. */
  state?: string;
  limit?: number;
}

/** A demo channel with the name of a real carrier, a made-up code and made-up settings. */
export interface DemoChannel {
  id: number;
  name: string;
  country: Country;
  from: Country;
  /** The channel's type: 0 is Non-Integrate, 10008 is Integrate. */
  type: 0 | 10008;
  flag: bigint;
  status: 0 | 1;
  maintenance: 0 | 1;
  conf: { check: boolean; type: 1 | 2; extra: 0 | 1 | 2; zone: 0 | 1 | 2 | 3 };
  areas: readonly DemoArea[];
}

type Conf = 'off' | 'location' | 'postcode' | 'route' | 'zone-state' | 'zone-city' | 'zone-district';

/** Combinations of check and restriction, chosen so that the channel hint shows every case (SAL-8 to SAL-10). */
const CONFS: Readonly<Record<Conf, DemoChannel['conf']>> = {
  off: { check: false, type: 1, extra: 0, zone: 0 },
  location: { check: true, type: 1, extra: 0, zone: 0 },
  postcode: { check: true, type: 2, extra: 0, zone: 0 },
  route: { check: true, type: 1, extra: 2, zone: 0 },
  'zone-state': { check: true, type: 1, extra: 1, zone: 1 },
  'zone-city': { check: true, type: 1, extra: 1, zone: 2 },
  'zone-district': { check: true, type: 2, extra: 1, zone: 3 },
};

interface Options {
  mode?: ServiceMode;
  cod?: boolean;
  tracking?: boolean;
  /** Additional bits of the channel flag. */
  bits?: readonly number[];
  from?: Country;
  integrated?: boolean;
  disabled?: boolean;
  maintenance?: boolean;
}

function channel(
  id: number,
  name: string,
  country: Country,
  conf: Conf,
  areas: readonly DemoArea[],
  options: Options = {},
): DemoChannel {
  const mode = options.mode ?? '11';
  const bits = [...(options.bits ?? [])];
  if (options.tracking ?? true) bits.push(CHANNEL_BIT.tracking);
  if (options.cod ?? true) bits.push(CHANNEL_BIT.cod);
  if (mode[0] === '1') bits.push(CHANNEL_BIT.pickup);
  if (mode[1] === '1') bits.push(CHANNEL_BIT.dropoff);
  return {
    id,
    name,
    country,
    from: options.from ?? country,
    type: options.integrated === false ? 0 : 10008,
    flag: bits.reduce((flag, bit) => withBit(flag, bit, true), 0n),
    status: options.disabled ? 1 : 0,
    maintenance: options.maintenance ? 1 : 0,
    conf: CONFS[conf],
    areas,
  };
}

const area = (level: LocationLevel, cover: number, cod = 80, pickup = 60, type: ApplicableType = 0): DemoArea => ({
  type,
  level,
  cover,
  cod,
  pickup,
});

const SBS = 1;
const STATE = 0;
const CITY = 1;
const DISTRICT = 2;
const STREET = 3;
const { whitelist, blacklist, buyerWhitelist, codToggle, shopCodWhitelist, sod } = CHANNEL_BIT;

export const DEMO_CHANNELS: readonly DemoChannel[] = [
  channel(10021, 'J&T Express', 'ID', 'zone-city', [area(STREET, 100), area(STREET, 12, 80, 60, SBS)], {
    bits: [codToggle],
  }),
  channel(10022, 'SiCepat', 'ID', 'location', [area(STREET, 92, 70, 75)]),
  channel(10023, 'JNE', 'ID', 'route', [area(STREET, 100, 55, 50), area(STREET, 5, 60, 60, SBS)], {
    bits: [blacklist],
  }),
  channel(10024, 'Ninja Van', 'ID', 'zone-state', [area(STREET, 70, 65, 65)]),
  channel(10025, 'AnterAja', 'ID', 'off', [area(STREET, 60, 75, 70)], { mode: '10' }),
  channel(10026, 'Lion Parcel', 'ID', 'zone-district', [area(DISTRICT, 85, 40, 30)], { mode: '01' }),
  channel(10027, 'GoSend', 'ID', 'location', [{ ...area(STREET, 100, 0, 100), state: 'DKI Jakarta', limit: 50 }], {
    mode: '10',
    cod: false,
    bits: [whitelist, buyerWhitelist],
  }),
  channel(10028, 'Pos Indonesia', 'ID', 'postcode', [], { mode: '01', integrated: false, maintenance: true }),

  channel(20011, 'Pos Malaysia', 'MY', 'postcode', [area(DISTRICT, 100, 45, 40)], { mode: '01' }),
  channel(20012, 'J&T Express', 'MY', 'zone-state', [area(DISTRICT, 95), area(DISTRICT, 10, 80, 80, SBS)]),
  channel(20013, 'DHL eCommerce', 'MY', 'location', [area(DISTRICT, 80, 70, 70)], { bits: [codToggle] }),
  channel(20014, 'Ninja Van', 'MY', 'route', [area(CITY, 90, 70, 65)]),
  channel(20015, 'Flash Express', 'MY', 'off', [area(CITY, 75, 75, 75)], { mode: '10' }),
  channel(20016, 'City-Link Express', 'MY', 'location', [], { mode: '01', cod: false, integrated: false }),

  channel(30011, 'LBC Express', 'PH', 'location', [area(STREET, 100, 60, 45)], { mode: '01' }),
  channel(30012, 'J&T Express', 'PH', 'zone-city', [area(STREET, 80), area(STREET, 5, 80, 80, SBS)]),
  channel(30013, 'Ninja Van', 'PH', 'route', [area(DISTRICT, 90, 70, 60)], { bits: [codToggle, shopCodWhitelist] }),
  channel(30014, '2GO Express', 'PH', 'zone-district', [area(DISTRICT, 65, 40, 35)], { mode: '10' }),
  channel(30015, 'Flash Express', 'PH', 'off', [area(CITY, 90, 75, 75)]),
  channel(30016, 'XDE Logistics', 'PH', 'location', [
    { ...area(STREET, 100, 90, 90), state: 'National Capital Region (NCR)', limit: 60 },
  ]),

  channel(40011, 'SingPost', 'SG', 'postcode', [area(CITY, 100, 0, 40)], { mode: '01', cod: false }),
  channel(40012, 'Ninja Van', 'SG', 'location', [area(CITY, 92, 0, 85), area(CITY, 40, 0, 90, SBS)], { cod: false }),
  channel(40013, 'uParcel', 'SG', 'zone-state', [area(CITY, 75, 0, 100)], { mode: '10', cod: false }),
  channel(40014, 'J&T Express', 'SG', 'off', [area(CITY, 95, 0, 60)], { cod: false }),
  channel(40015, 'Qxpress', 'SG', 'route', [area(STATE, 100, 0, 100)], { mode: '10', from: 'MY' }),

  channel(50011, '7-ELEVEN', 'TW', 'location', [area(DISTRICT, 96, 95, 0)], { mode: '01', bits: [sod] }),
  channel(50012, 'FamilyMart', 'TW', 'zone-city', [area(DISTRICT, 92, 95, 0)], { mode: '01', bits: [sod, codToggle] }),
  channel(50013, 'Hi-Life', 'TW', 'zone-state', [area(DISTRICT, 60, 90, 0)], { mode: '01' }),
  channel(50014, 'Black Cat', 'TW', 'postcode', [area(CITY, 100, 85, 90), area(CITY, 30, 85, 90, SBS)], { mode: '10' }),
  channel(50015, 'Chunghwa Post', 'TW', 'route', [area(CITY, 100, 30, 50)], { cod: false }),
  channel(50016, 'OK Mart', 'TW', 'off', [], { mode: '01', disabled: true, integrated: false }),

  channel(60011, 'Flash Express', 'TH', 'location', [area(CITY, 99, 95, 90), area(CITY, 20, 90, 90, SBS)]),
  channel(60012, 'Kerry Express', 'TH', 'zone-state', [area(CITY, 95, 90, 80)], { bits: [codToggle] }),
  channel(60013, 'Thailand Post', 'TH', 'postcode', [area(CITY, 100, 60, 40)], { mode: '01' }),
  channel(60014, 'J&T Express', 'TH', 'zone-city', [area(CITY, 92, 85, 85)]),
  channel(60015, 'Ninja Van', 'TH', 'route', [area(CITY, 78, 80, 70)], { bits: [whitelist] }),
  channel(60016, 'DHL eCommerce', 'TH', 'off', [area(STATE, 100, 50, 50)], { mode: '10' }),

  channel(70011, 'GHN', 'VN', 'zone-city', [area(CITY, 100, 95, 80)], { bits: [codToggle] }),
  channel(70012, 'GHTK', 'VN', 'location', [area(CITY, 97, 95, 80), area(CITY, 15, 95, 90, SBS)]),
  channel(70013, 'ViettelPost', 'VN', 'route', [area(CITY, 100, 85, 60)]),
  channel(70014, 'VNPost', 'VN', 'postcode', [area(CITY, 100, 60, 40)], { mode: '01' }),
  channel(70015, 'J&T Express', 'VN', 'zone-state', [area(CITY, 88, 85, 80)]),
  channel(70016, 'Ninja Van', 'VN', 'off', [area(STATE, 100, 70, 70)], { mode: '10' }),

  channel(80011, 'Correios', 'BR', 'postcode', [area(CITY, 100, 0, 30)], { mode: '01', cod: false }),
  channel(80012, 'Jadlog', 'BR', 'location', [area(CITY, 82, 0, 55), area(CITY, 10, 0, 60, SBS)], { cod: false }),
  channel(80013, 'Loggi', 'BR', 'zone-state', [area(CITY, 60, 0, 90)], { mode: '10', cod: false }),
  channel(80014, 'Total Express', 'BR', 'zone-city', [area(CITY, 70, 0, 70)], { mode: '10', cod: false }),
  channel(80015, 'Azul Cargo', 'BR', 'off', [area(STATE, 100, 0, 40)], { mode: '01', cod: false, integrated: false }),
];

/** Maximum amount for cash on delivery: about 300 US dollars in the country's currency. */
const COD_MOST: Readonly<Record<Country, number>> = {
  ID: 5_000_000,
  MY: 1_500,
  PH: 15_000,
  SG: 500,
  TW: 10_000,
  TH: 10_000,
  VN: 8_000_000,
  BR: 1_500,
};

/** Made-up limits in grams, centimeters and hours; totals are in the currency times 100000 (channels spec 3, 9). */
export const extraDataOf = (channel: DemoChannel): ExtraData => ({
  min_size: 1,
  max_size: 20_000 + (channel.id % 5) * 10_000,
  dimension_criterion: { max_length: 120, max_width: 80, sum_height: 200 },
  volumetric_factor: 6_000,
  checkout_sameday_cutoff_hour: 12 + (channel.id % 4),
  pickup_sameday_cutoff_hour: 15 + (channel.id % 3),
  ...(hasBit(channel.flag, CHANNEL_BIT.cod)
    ? { cod_min_order_total: 100_000, cod_max_order_total: COD_MOST[channel.country] * 100_000 }
    : {}),
});

/** The name that sellers see. */
export const displayNameOf = ({ name }: DemoChannel): string => `${name} (demo)`;

/**
 * First id and number of additional Indonesian channels, with which the demo has as many channels as Indonesia really
 * has (CHC-1).
 */
const FURTHER = { first: 11_001, count: 392 } as const;
const CARRIERS = [
  'Anteraja',
  'Borneo Kurir',
  'Citra Kargo',
  'Dakota',
  'Express Nusantara',
  'First Logistics',
  'Garuda',
];
const SERVICES = ['Reguler', 'Ekonomi', 'Next Day', 'Same Day', 'Kargo', 'Instan', 'Hemat', 'Prioritas'];
const PLACES = ['Jawa', 'Sumatera', 'Bali', 'Kalimantan', 'Sulawesi', 'Papua', 'Maluku'];

/** Additional Indonesian channels, which have settings but no serviceable area yet. */
export const furtherChannels = (): DemoChannel[] =>
  Array.from({ length: FURTHER.count }, (_, index) => {
    const pick = (words: readonly string[], by: number) => words[Math.floor(index / by) % words.length] ?? '';
    return channel(
      FURTHER.first + index,
      `${pick(CARRIERS, 1)} ${pick(SERVICES, CARRIERS.length)} ${pick(PLACES, CARRIERS.length * SERVICES.length)}`,
      'ID',
      'off',
      [],
      {
        mode: (['11', '10', '01'] as const)[index % 3] ?? '11',
        cod: index % 4 !== 0,
        tracking: index % 7 !== 0,
        integrated: index % 6 !== 0,
        disabled: index % 23 === 0,
        maintenance: index % 41 === 0,
        ...(index % 9 === 0 ? { from: 'SG' } : {}),
      },
    );
  });

/** Ids of the channels added by `scale: 'large'`. */
export const LARGE_CHANNELS = { first: 19001, count: 55 } as const;

/**
 * Generated Indonesian channels, each of which serves nearly all streets. Together, they have more than four and a half
 * million rows.
 */
export const largeChannels = (): DemoChannel[] =>
  Array.from({ length: LARGE_CHANNELS.count }, (_, index) =>
    channel(
      LARGE_CHANNELS.first + index,
      `Regional Courier ${String(index + 1).padStart(2, '0')}`,
      'ID',
      index % 2 === 0 ? 'location' : 'zone-city',
      [area(STREET, 98, 50 + (index % 5) * 10, 40 + (index % 6) * 10)],
      { mode: index % 3 === 0 ? '10' : '11' },
    ),
  );
