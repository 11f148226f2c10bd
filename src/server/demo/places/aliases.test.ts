import { describe, expect, it } from 'vitest';
import { treeOf } from '../../../../tests/support/writtenPlaces.ts';
import type { Country } from '../../../domain/country.ts';
import { aliasesOf, aliasKey, placesAround } from '../../../domain/placeAliases.ts';
import { bareName } from '../../../domain/placeKinds.ts';
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
    ['PH', 'Sta. Rosa City (Laguna)', ['Region IV-A (CALABARZON)', 'Laguna', 'City of Santa Rosa'], []],
    [
      'PH',
      'Isabela City, Basilan',
      ['Region IX (Zamboanga Peninsula)', 'City of Isabela (Not a Province)', 'City of Isabela'],
      [],
    ],
    [
      'PH',
      'Lamitan City, Basilan',
      ['Bangsamoro Autonomous Region in Muslim Mindanao (BARMM)', 'Basilan', 'City of Lamitan'],
      [],
    ],
    [
      'PH',
      'Baranggay 10, Caloocan',
      ['National Capital Region (NCR)', 'City of Caloocan', 'City of Caloocan', 'Barangay 10'],
      [],
    ],
    ['SG', 'Serangoon Road, Little India', ['Central Region', 'Rochor'], ['Serangoon', 'Road']],
    ['SG', 'Serangoon Road', ['North-East Region', 'Serangoon'], ['Road']],
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

describe('an address with a former or a foreign name is read as the place of today', () => {
  it.each([
    // Provinces that were merged into others in 2025; other provinces have communes of these names.
    ['VN', 'Thủ Dầu Một, Bình Dương', ['Thành phố Hồ Chí Minh', 'Phường Thủ Dầu Một'], []],
    ['VN', 'Phan Thiet, Binh Thuan', ['Lâm Đồng', 'Phường Phan Thiết'], []],
    ['VN', 'Tỉnh Thái Bình', ['Hưng Yên'], []],
    ['VN', 'Xã Thái Bình, Lạng Sơn', ['Lạng Sơn', 'Xã Thái Bình'], []],
    // Districts no longer exist.
    ['VN', 'Quận Tân Bình, TPHCM', ['Thành phố Hồ Chí Minh', 'Phường Tân Bình'], []],
    ['VN', 'Thị xã Sơn Tây, Hà Nội', ['Thành phố Hà Nội', 'Phường Sơn Tây'], []],
    // A word of several wards' names distinguishes none of them.
    ['VN', 'Đà Lạt, Lâm Đồng', ['Lâm Đồng'], ['Đà Lạt']],
    ['VN', 'số 5 phố Huế, Hai Bà Trưng, Hà Nội', ['Thành phố Hà Nội', 'Phường Hai Bà Trưng'], ['Huế', 'số 5 phố']],
    ['TW', '台北縣板橋市', ['新北市', '板橋區'], []],
    ['TW', '信義鄉', ['南投縣', '信義鄉'], []],
    ['TW', '板橋', ['新北市', '板橋區'], []],
    ['TW', '彰化市中山路', ['彰化縣', '彰化市'], ['中山路']],
    ['TW', "Da'an Dist., Taipei City", ['臺北市', '大安區'], []],
    ['TW', 'East Dist., Hsinchu City', ['新竹市', '東區'], []],
    ['TW', 'Hsinchu County', ['新竹縣'], []],
    ['ID', 'Laweyan, Solo', ['Jawa Tengah', 'Kota Surakarta', 'Laweyan'], []],
    [
      'PH',
      'Brgy Commonwealth, QC',
      ['National Capital Region (NCR)', 'Quezon City', 'Quezon City', 'Commonwealth'],
      [],
    ],
    ['PH', 'Candelaria, Quezon', ['Region IV-A (CALABARZON)', 'Quezon', 'Candelaria'], []],
    ['MY', 'JB Johor', ['Johor', 'Johor Bahru'], []],
    ['MY', 'Sg. Petani, Kedah', ['Kedah', 'Sungai Petani'], []],
    ['SG', 'AMK', ['North-East Region', 'Ang Mo Kio'], []],
    ['TH', 'A. Muang, Chiang Mai', ['Chiang Mai', 'Mueang Chiang Mai'], []],
    ['TH', 'ลาดพร้าว 71 เขตวังทองหลาง กรุงเทพฯ', ['Bangkok', 'Wang Thonglang'], ['ลาดพร้าว', '71']],
    ['TH', 'Khlong Toei Nuea, Watthana, Bangkok', ['Bangkok', 'Watthana'], ['Khlong Toei', 'Nuea']],
  ] as const)('%s "%s"', (country, text, names, unmatched) => {
    expect(readAs(country, text)).toEqual({ names, unmatched });
  });

  it.each(['BR', 'ID', 'MY', 'TH', 'TW', 'VN'] as const)(
    'any name of a state gives the same place with each of its cities as its own name (%s)',
    country => {
      const { columns, book } = treeOf(country);
      const [states = new Map<string, readonly string[]>()] = aliasesOf(country);
      const different: string[] = [];
      columns.id.forEach((id, at) => {
        if (columns.level[at] !== 1 || id % 5 !== 0) return;
        const [stateId = 0] = book.chainOf(id) ?? [];
        const city = columns.name[at] as string;
        const state = columns.name[columns.id.indexOf(stateId)] as string;
        const own = book.match(`${city}, ${state}`);
        for (const alias of states.get(aliasKey(bareName(state))) ?? []) {
          const other = book.match(`${city}, ${alias}`);
          // The address may name the state only.
          if (other.locationId !== own.locationId && other.locationId !== stateId)
            different.push(`${city}, ${alias} (${state}): ${other.locationId} instead of ${own.locationId}`);
        }
      });
      expect(different).toEqual([]);
    },
  );

  it('a city that belongs to no province is found with the one around it', () => {
    const { columns, book } = treeOf('PH');
    const at = (key: string) =>
      columns.id.find(
        (_, index) => columns.level[index] === 1 && aliasKey(bareName(columns.name[index] as string)) === key,
      );
    const around = placesAround('PH');
    expect(around.size).toBeGreaterThan(10);
    for (const [city, province] of around) {
      const [name, outer] = [city, province].map(key => key.split('/')[0] as string);
      expect(at(province)).toBeDefined();
      for (const text of [`${name} City, ${outer}`, `${name}, ${outer}`, `Poblacion, ${name} City, ${outer}`])
        expect({ text, found: book.match(text).chain[1] }).toEqual({ text, found: at(city) });
    }
  });
});

describe('an address is not read as a place elsewhere', () => {
  it.each([
    // A dash or parentheses separate a city from its state or around it.
    ['BR', 'Vila Mariana, São Paulo - SP', ['São Paulo', 'São Paulo'], ['Mariana', 'Vila']],
    ['BR', 'Vila Mariana, Avenida 1000 São Paulo SP', ['São Paulo', 'São Paulo'], ['Vila Mariana', 'Avenida 1000']],
    ['BR', 'São Luís - Maranhão', ['Maranhão', 'São Luís'], []],
    ['BR', 'São Luís Maranhão', ['Maranhão', 'São Luís'], []],
    ['BR', 'Rua X, 12, Centro, Recife-PE', ['Pernambuco', 'Recife'], ['Rua X', '12', 'Centro']],
    ['VN', 'TP. Thái Bình - Thái Bình', ['Hưng Yên', 'Phường Thái Bình'], []],
    ['VN', 'Vũng Tàu - Bà Rịa - Vũng Tàu', ['Thành phố Hồ Chí Minh', 'Phường Vũng Tàu'], []],
    [
      'PH',
      '12 Osmeña Blvd, Cebu City (Cebu)',
      ['Region VII (Central Visayas)', 'City of Cebu', 'City of Cebu'],
      ['Osmeña', '12 Blvd'],
    ],
    // Names of the lowest level after a city are often those of districts that the tree lacks.
    ['PH', 'Manila, Tondo', ['National Capital Region (NCR)', 'City of Manila'], ['Tondo']],
    ['ID', 'Bangkalan, Madura', ['Jawa Timur', 'Kabupaten Bangkalan'], ['Madura']],
    // A name with further words may be the beginning of another one.
    ['BR', 'Rio de Janeiro, Barra da Tijuca', ['Rio de Janeiro'], ['Barra', 'da Tijuca']],
    ['TH', 'Klongtoey Nua, Wattana, Bangkok', ['Bangkok', 'Watthana'], ['Klongtoey', 'Nua']],
    // The names that cover most words, preferably within each other.
    ['ID', 'Banjar Jawa Barat', ['Jawa Barat', 'Kota Banjar'], []],
    ['VN', 'Thị xã Sơn Tây Hà Nội', ['Thành phố Hà Nội', 'Phường Sơn Tây'], []],
    // A word that is written twice is not part of a name that contains it once.
    ['ID', 'Pare-Pare', ['Sulawesi Selatan', 'Kota Parepare'], []],
    ['TH', 'Muang Khonkaen', ['Khon Kaen', 'Mueang Khon Kaen'], []],
    // Words of many names.
    ['BR', 'Rua A, 10, Centro', [], ['Rua A', '10', 'Centro']],
    ['MY', 'Bandar', [], ['Bandar']],
    // Thai tambons are not in the tree.
    ['TH', 'ต.บ้านโป่ง อ.พร้าว', [], ['ต. บ้านโป่ง', 'อ. พร้าว']],
    // Streets.
    ['VN', 'Đường Huế, Hà Nội', ['Thành phố Hà Nội'], ['Huế', 'Đường']],
    ['BR', 'Belo Horizonte, Rua da Bahia 1148', ['Minas Gerais', 'Belo Horizonte'], ['Bahia', 'Rua da 1148']],
    ['BR', 'Al. Santos 200 São Paulo SP', ['São Paulo', 'São Paulo'], ['Santos', 'Al. 200']],
    ['TW', 'Zhongshan N. Rd., Shilin Dist., Taipei', ['臺北市', '士林區'], ['Zhongshan', 'N. Rd.']],
    // The provinces of Papua have been more since 2022, and the state of Yogyakarta contains its city.
    ['ID', 'Merauke, Papua', ['Papua Selatan', 'Kabupaten Merauke'], []],
    ['ID', 'Bantul, Yogyakarta', ['Daerah Istimewa Yogyakarta', 'Kabupaten Bantul'], []],
    // A city rather than the regency of its name.
    ['ID', 'Jl. Braga 10 Bandung', ['Jawa Barat', 'Kota Bandung'], ['Braga', 'Jl. 10']],
    ['TW', 'Hsinchu', ['新竹市'], []],
    ['TW', '台湾台北市北投区', ['臺北市', '北投區'], []],
  ] as const)('%s "%s"', (country, text, names, unmatched) => {
    expect(readAs(country, text)).toEqual({ names, unmatched });
  });
});

describe('the name of a street is not that of a place if the address names one', () => {
  it.each([
    ['ID', (street: string) => `Jl. ${street} No. 12`],
    ['ID', (street: string) => `Jalan Raya ${street}`],
    ['PH', (street: string) => `12 ${street} Street`],
    ['BR', (street: string) => `Rua ${street}, 12`],
    ['VN', (street: string) => `12 Đường ${street}`],
    ['MY', (street: string) => `Jalan ${street}`],
  ] as const)('%s %s', (country, streetOf) => {
    const { columns, book } = treeOf(country);
    const nameOf = new Map(columns.id.map((id, at) => [id, columns.name[at] as string]));
    const upper = columns.id.filter((_, at) => (columns.level[at] as number) <= 1);
    const different: string[] = [];
    upper.forEach((id, at) => {
      const street = (nameOf.get(upper[(at * 7919) % upper.length] as number) as string).replace(/[^\p{L} -]/gu, '');
      const address = (book.chainOf(id) ?? [])
        .map(own => nameOf.get(own))
        .reverse()
        .join(', ');
      const own = book.match(address);
      const found = book.match(`${streetOf(street)}, ${address}`);
      if (found.locationId !== own.locationId)
        different.push(`${streetOf(street)}, ${address}: ${nameOf.get(found.locationId)}`);
    });
    expect(different).toEqual([]);
  });
});
