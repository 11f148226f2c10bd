import { describe, expect, it } from 'vitest';
import { treeOf } from '../../../../tests/support/writtenPlaces.ts';
import type { Country } from '../../../domain/country.ts';
import { THAI_ALIASES } from '../../../domain/thaiAliases.ts';

/** The names of the places, from the state down, that an address is read as in the full tree. */
function readAs(country: Country, text: string): { names: string[]; unmatched: string[] } {
  const { columns, book } = treeOf(country);
  const nameOf = new Map(columns.id.map((id, at) => [id, columns.name[at] as string]));
  const { chain, unmatched } = book.match(text);
  return { names: chain.map(id => nameOf.get(id) ?? '?'), unmatched };
}

describe('an address with a common abbreviation or another name of its state is read as the place it means', () => {
  it.each([
    // Several states have a Santa Luzia and a Bom Jesus.
    ['BR', 'Santa Luzia, MG', ['Minas Gerais', 'Santa Luzia'], []],
    ['BR', 'Santa Luzia - PB', ['Paraíba', 'Santa Luzia'], []],
    ['BR', 'Bom Jesus/SC', ['Santa Catarina', 'Bom Jesus'], []],
    ['BR', 'Av. Paulista, 1578, São Paulo - SP, 01310-200', ['São Paulo', 'São Paulo'], ['Paulista', 'Av.', '1578']],
    ['BR', 'sao paulo sp', ['São Paulo', 'São Paulo'], []],
    ['BR', 'Recife PE', ['Pernambuco', 'Recife'], []],
    ['BR', 'São Paulo', ['São Paulo'], []],
    ['ID', 'Coblong, Bandung, Jabar', ['Jawa Barat', 'Kota Bandung', 'Coblong'], []],
    ['ID', 'DI Yogyakarta', ['Daerah Istimewa Yogyakarta'], []],
    ['ID', 'Jogja', ['Daerah Istimewa Yogyakarta'], []],
    ['ID', 'Jakarta', ['DKI Jakarta'], []],
    ['ID', 'Kebayoran Baru, Jaksel', ['DKI Jakarta', 'Kota Administrasi Jakarta Selatan', 'Kebayoran Baru'], []],
    ['MY', 'Penang', ['Pulau Pinang'], []],
    ['MY', 'W.P. Putrajaya', ['WP Putrajaya'], []],
    ['MY', 'Malacca 75000', ['Melaka', 'Melaka', '75000'], []],
    ['PH', 'City of Makati, Metro Manila', ['National Capital Region (NCR)', 'City of Makati'], []],
    ['PH', 'Sta. Cruz, Laguna', ['Region IV-A (CALABARZON)', 'Laguna', 'Santa Cruz'], []],
    ['PH', 'Gen. Trias, Cavite', ['Region IV-A (CALABARZON)', 'Cavite', 'City of General Trias'], []],
    ['TH', 'Pathum Wan, กรุงเทพมหานคร', ['Bangkok', 'Pathum Wan'], []],
    ['TH', '12 แขวงคลองเตย เขตคลองเตย กรุงเทพมหานคร 10110', ['Bangkok', 'Khlong Toei'], ['12']],
    ['TH', 'ต.สุเทพ อ.เมืองเชียงใหม่ จ.เชียงใหม่ 50200', ['Chiang Mai', 'Mueang Chiang Mai'], ['ต. สุเทพ']],
    ['TH', 'อ.เมือง จ.ขอนแก่น', ['Khon Kaen', 'Mueang Khon Kaen'], []],
    ['TH', 'จังหวัดสงขลา อำเภอหาดใหญ่', ['Songkhla', 'Hat Yai'], []],
    // Bangkok and Chiang Mai each have a district of this name.
    ['TH', 'เขตจอมทอง กทม.', ['Bangkok', 'Chom Thong'], []],
    ['TH', 'อ.จอมทอง จ.เชียงใหม่', ['Chiang Mai', 'Chom Thong'], []],
    ['MY', 'Taman Molek, JB', ['Johor', 'Johor Bahru'], ['Taman Molek']],
    ['BR', 'BH, MG', ['Minas Gerais', 'Belo Horizonte'], []],
    ['VN', 'TP.HCM', ['Thành phố Hồ Chí Minh'], []],
    ['VN', 'Hanoi', ['Thành phố Hà Nội'], []],
  ] as const)('%s "%s"', (country, text, names, unmatched) => {
    expect(readAs(country, text)).toEqual({ names, unmatched });
  });
});

describe('the country’s own name is ignored', () => {
  it.each([
    // Not the planning area "Singapore River".
    ['SG', 'Singapore 018956', [], []],
    ['SG', '10 Anson Road Singapore 079903', [], ['10 Anson Road']],
    ['ID', 'Coblong, Bandung, Indonesia', ['Jawa Barat', 'Kota Bandung', 'Coblong'], []],
    ['BR', 'Recife - PE, Brasil', ['Pernambuco', 'Recife'], []],
    ['TW', '台灣臺北市中正區', ['臺北市', '中正區'], []],
    ['VN', 'Hà Nội, Việt Nam', ['Thành phố Hà Nội'], []],
  ] as const)('%s "%s"', (country, text, names, unmatched) => {
    expect(readAs(country, text)).toEqual({ names, unmatched });
  });

  it('unless a place has that name', () => {
    expect(readAs('SG', 'Singapore River').names).toEqual(['Central Region', 'Singapore River']);
  });
});

describe('an address whose city does not contain the place before it is read as the city', () => {
  it.each([
    // Danao in Bohol, whose name is nearly Davao, has a Poblacion.
    ['PH', 'Poblacion, Davao City', ['Region XI (Davao Region)', 'City of Davao'], ['Poblacion']],
    // The province of Iloilo has many.
    ['PH', 'Poblacion, Iloilo City', ['Region VI (Western Visayas)', 'City of Iloilo'], ['Poblacion']],
    ['PH', 'Barangay 16, Bulacan', ['Region III (Central Luzon)', 'Bulacan'], ['Barangay 16']],
    // Rizal is a province too.
    ['PH', 'Rizal, Quezon City', ['National Capital Region (NCR)', 'Quezon City'], ['Rizal']],
    ['VN', 'Xã Bến Quan, An Giang', ['An Giang'], ['Xã Bến Quan']],
  ] as const)('%s "%s"', (country, text, names, unmatched) => {
    expect(readAs(country, text)).toEqual({ names, unmatched });
  });
});

it('every Thai name in an address belongs to a place of the tree', () => {
  const { columns } = treeOf('TH');
  for (const [level, names] of THAI_ALIASES.entries()) {
    const own = new Set(columns.name.filter((_, at) => columns.level[at] === level));
    // The district of Ayutthaya's capital has the province's own name.
    const unknown = Object.keys(names).filter(
      name => !own.has(name) && !['Mueang Bangkok', 'Mueang Phra Nakhon Si Ayutthaya'].includes(name),
    );
    expect(unknown).toEqual([]);
  }
  const provinces = columns.name.filter((_, at) => columns.level[at] === 0);
  expect(provinces.filter(name => !(name in (THAI_ALIASES[0] ?? {})))).toEqual([]);
});
