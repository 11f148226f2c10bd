import type { Country } from './country.ts';
import { fold } from './fold.ts';
import { bareName, wordsOf, type BareName } from './placeKinds.ts';
import { TAIWAN_ALIASES } from './taiwanAliases.ts';
import { THAI_ALIASES } from './thaiAliases.ts';

/**
 * Names and abbreviations that people write in addresses but that no location tree contains ("Santa Luzia, MG",
 * "Penang"). Without them, the rest of such an address can match a place of the same name in another state.
 */

/** For each level, starting at 0 for a state, other names by the name of the place. */
const ALIASES: Readonly<Partial<Record<Country, readonly Readonly<Record<string, string>>[]>>> = {
  BR: [
    {
      Acre: 'AC',
      Alagoas: 'AL',
      Amapá: 'AP',
      Amazonas: 'AM',
      Bahia: 'BA',
      Ceará: 'CE',
      'Distrito Federal': 'DF',
      'Espírito Santo': 'ES',
      Goiás: 'GO',
      Maranhão: 'MA',
      'Mato Grosso': 'MT',
      'Mato Grosso do Sul': 'MS',
      'Minas Gerais': 'MG',
      Pará: 'PA',
      Paraíba: 'PB',
      Paraná: 'PR',
      Pernambuco: 'PE',
      Piauí: 'PI',
      'Rio de Janeiro': 'RJ',
      'Rio Grande do Norte': 'RN',
      'Rio Grande do Sul': 'RS',
      Rondônia: 'RO',
      Roraima: 'RR',
      'Santa Catarina': 'SC',
      'São Paulo': 'SP, S. Paulo',
      Sergipe: 'SE',
      Tocantins: 'TO',
    },
    {
      'Belo Horizonte': 'BH',
      Florianópolis: 'Floripa',
      'Porto Alegre': 'POA',
      'São Bernardo do Campo': 'SBC',
      'São José dos Campos': 'SJC',
    },
  ],
  ID: [
    {
      'Sumatera Utara': 'Sumut, Sumatra Utara, North Sumatra',
      'Sumatera Barat': 'Sumbar, Sumatra Barat, West Sumatra',
      'Sumatera Selatan': 'Sumsel, Sumatra Selatan, South Sumatra',
      'Kepulauan Bangka Belitung': 'Babel, Bangka Belitung, Kep. Bangka Belitung',
      'Kepulauan Riau': 'Kepri, Kep. Riau, Riau Islands',
      'DKI Jakarta': 'Jakarta, DKI, Daerah Khusus Ibukota Jakarta, Daerah Khusus Jakarta, DKJ',
      'Jawa Barat': 'Jabar, West Java',
      'Jawa Tengah': 'Jateng, Central Java',
      'Daerah Istimewa Yogyakarta':
        'DIY, DI Yogyakarta, D.I. Yogyakarta, DI. Yogyakarta, Yogyakarta, Jogja, Jogjakarta',
      'Jawa Timur': 'Jatim, East Java',
      'Nusa Tenggara Barat': 'NTB',
      'Nusa Tenggara Timur': 'NTT',
      'Kalimantan Barat': 'Kalbar, West Kalimantan',
      'Kalimantan Tengah': 'Kalteng, Central Kalimantan',
      'Kalimantan Selatan': 'Kalsel, South Kalimantan',
      'Kalimantan Timur': 'Kaltim, East Kalimantan',
      'Kalimantan Utara': 'Kaltara, North Kalimantan',
      'Sulawesi Utara': 'Sulut, North Sulawesi',
      'Sulawesi Tengah': 'Sulteng, Central Sulawesi',
      'Sulawesi Selatan': 'Sulsel, South Sulawesi',
      'Sulawesi Tenggara': 'Sultra, Southeast Sulawesi',
      'Sulawesi Barat': 'Sulbar, West Sulawesi',
      Aceh: 'NAD, Nanggroe Aceh Darussalam',
      // The provinces that were formed from others in 2022, whose names people still write.
      'Papua Selatan': 'Papua',
      'Papua Tengah': 'Papua',
      'Papua Pegunungan': 'Papua',
      'Papua Barat Daya': 'Papua Barat',
    },
    {
      'Kota Administrasi Jakarta Selatan': 'Jaksel, South Jakarta',
      'Kota Administrasi Jakarta Utara': 'Jakut, North Jakarta',
      'Kota Administrasi Jakarta Barat': 'Jakbar, West Jakarta',
      'Kota Administrasi Jakarta Timur': 'Jaktim, East Jakarta',
      'Kota Administrasi Jakarta Pusat': 'Jakpus, Central Jakarta',
      'Kota Tangerang Selatan': 'Tangsel, South Tangerang',
      'Kota Surakarta': 'Solo',
    },
    {
      'Ilir Barat Satu': 'Ilir Barat I',
      'Ilir Barat Dua': 'Ilir Barat II',
      'Ilir Timur Satu': 'Ilir Timur I',
      'Ilir Timur Dua': 'Ilir Timur II',
      'Ilir Timur Tiga': 'Ilir Timur III',
      'Seberang Ulu Satu': 'Seberang Ulu I',
      'Seberang Ulu Dua': 'Seberang Ulu II',
    },
  ],
  MY: [
    {
      'WP Kuala Lumpur': 'KL, W.P. Kuala Lumpur',
      'WP Labuan': 'W.P. Labuan',
      'WP Putrajaya': 'W.P. Putrajaya',
      'Pulau Pinang': 'Penang, P. Pinang',
      Melaka: 'Malacca',
      'Negeri Sembilan': 'N. Sembilan, N9, NS',
      Johor: 'Johore',
      Terengganu: 'Trengganu',
    },
    { 'Johor Bahru': 'JB', 'Petaling Jaya': 'PJ', 'Kota Kinabalu': 'KK', 'Pulau Pinang': 'George Town, Georgetown' },
  ],
  PH: [
    { 'National Capital Region (NCR)': 'Metro Manila, NCR, National Capital Region' },
    {
      'Quezon City': 'QC',
      'City of Taguig': 'BGC, Bonifacio Global City',
      'City of Cagayan De Oro': 'CDO',
      'City of General Santos': 'GenSan',
      // The city is on the island of Basilan, whose name people write with it, but belongs to another region.
      'City of Isabela (Not a Province)': 'Basilan',
    },
    { 'City of San Jose Del Monte': 'SJDM, CSJDM' },
  ],
  SG: [
    {},
    {
      'Ang Mo Kio': 'AMK',
      // Neighborhoods, which people write instead of the planning area that contains them.
      Bedok: 'Kembangan, Siglap',
      'Bukit Merah': 'Redhill, Telok Blangah, Tiong Bahru',
      'Choa Chu Kang': 'CCK',
      Hougang: 'Kovan',
      Outram: 'Chinatown',
      Rochor: 'Farrer Park, Kampong Glam, Little India',
      'Southern Islands': 'Sentosa',
      Tampines: 'Simei',
      'Toa Payoh': 'TPY, Potong Pasir',
    },
  ],
  TH: THAI_ALIASES,
  TW: TAIWAN_ALIASES,
  VN: [
    {
      // Each with the provinces that were merged into it in 2025, which people still write.
      'Thành phố Hồ Chí Minh':
        'HCM, HCMC, TPHCM, Tp HCM, Ho Chi Minh City, Sài Gòn, Saigon, Bình Dương, Bà Rịa - Vũng Tàu, BRVT',
      'Thành phố Hà Nội': 'Hanoi, HN',
      'Thành phố Đà Nẵng': 'Danang, Quảng Nam',
      'Thành phố Hải Phòng': 'Haiphong, Hải Dương',
      'Thành phố Cần Thơ': 'Cantho, Sóc Trăng, Hậu Giang',
      'Thành phố Huế': 'Thừa Thiên Huế, Thừa Thiên - Huế',
      'Đắk Lắk': 'Đắc Lắc, Phú Yên',
      'An Giang': 'Kiên Giang',
      'Bắc Ninh': 'Bắc Giang',
      'Cà Mau': 'Bạc Liêu',
      'Đồng Nai': 'Bình Phước',
      'Đồng Tháp': 'Tiền Giang',
      'Gia Lai': 'Bình Định',
      'Hưng Yên': 'Thái Bình',
      'Khánh Hòa': 'Ninh Thuận',
      'Lâm Đồng': 'Đắk Nông, Đắc Nông, Bình Thuận',
      'Lào Cai': 'Yên Bái',
      'Ninh Bình': 'Hà Nam, Nam Định',
      'Phú Thọ': 'Vĩnh Phúc, Hòa Bình',
      'Quảng Ngãi': 'Kon Tum',
      'Quảng Trị': 'Quảng Bình',
      'Tây Ninh': 'Long An',
      'Thái Nguyên': 'Bắc Kạn, Bắc Cạn',
      'Tuyên Quang': 'Hà Giang',
      'Vĩnh Long': 'Bến Tre, Trà Vinh',
    },
  ],
};

/** The country's own names, which an address may end with but which stand for no place in its tree. */
const OWN_NAMES: Readonly<Record<Country, readonly string[]>> = {
  ID: ['indonesia'],
  MY: ['malaysia'],
  PH: ['philippines', 'the philippines', 'pilipinas'],
  SG: ['singapore', 'republic of singapore'],
  TW: ['taiwan', '台灣', '中華民國', 'taiwan roc'],
  TH: ['thailand', 'ประเทศไทย'],
  VN: ['vietnam', 'viet nam'],
  BR: ['brasil', 'brazil'],
};

/** The name of a place without kind words, together with them: the cities and provinces of one name are different places. */
export const aliasKey = ({ key, kinds }: BareName): string => `${key}/${kinds}`;

/** The aliases of a country by level and `aliasKey` of their place; each is without kind words. */
export function aliasesOf(country: Country): readonly ReadonlyMap<string, readonly string[]>[] {
  return (ALIASES[country] ?? []).map(
    names =>
      new Map(
        Object.entries(names).map(([name, aliases]) => [
          aliasKey(bareName(name)),
          aliases.split(', ').map(alias => bareName(alias).key),
        ]),
      ),
  );
}

/**
 * Removes the country's name from the end of a part of an address, and in Taiwan from its beginning: "Anson Road
 * Singapore" becomes "Anson Road".
 * @returns an empty text if the part is only the country's name
 */
export function withoutCountry(text: string, country: Country): string {
  const own = OWN_NAMES[country];
  if (own.includes(wordsOf(fold(text)).join(' '))) return '';
  if (country === 'TW') return text.replace(/^(?:台灣|臺灣|中華民國)/, '');
  const words = text.split(' ');
  for (const name of own) {
    const count = name.split(' ').length;
    if (words.length > count && wordsOf(fold(words.slice(-count).join(' '))).join(' ') === name)
      return words.slice(0, -count).join(' ');
  }
  return text;
}

/**
 * The Philippine cities that belong to no province but are written with the one that surrounds them: "Mandaue City,
 * Cebu". Those that have its name are omitted, because "Cebu City, Cebu" names the city twice.
 */
const AROUND: Readonly<Partial<Record<Country, Readonly<Record<string, string>>>>> = {
  PH: {
    'City of Angeles': 'Pampanga',
    'City of Bacolod': 'Negros Occidental',
    'City of Baguio': 'Benguet',
    'City of Butuan': 'Agusan del Norte',
    'City of Cagayan De Oro': 'Misamis Oriental',
    'City of Davao': 'Davao del Sur',
    'City of General Santos': 'South Cotabato',
    'City of Iligan': 'Lanao del Norte',
    'City of Lapu-Lapu': 'Cebu',
    'City of Lucena': 'Quezon',
    'City of Mandaue': 'Cebu',
    'City of Olongapo': 'Zambales',
    'City of Puerto Princesa': 'Palawan',
    'City of Tacloban': 'Leyte',
    'City of Zamboanga': 'Zamboanga del Sur',
  },
};

/** The place around each place of a country that is written with it although it does not contain it; both by `aliasKey`. */
export const placesAround = (country: Country): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(AROUND[country] ?? {}).map(names => names.map(name => aliasKey(bareName(name))) as [string, string]),
  );

/**
 * Makes each such place part of the one around it, if both are cities or provinces of the same state.
 * @param above the index of each place's parent, which is changed
 */
export function putWithin(
  around: ReadonlyMap<string, string>,
  above: Int32Array,
  levels: readonly number[],
  keyOf: (place: number) => string,
): void {
  if (around.size === 0) return;
  const places = new Map<string, number>();
  for (let place = 0; place < above.length; place++) if (levels[place] === 1) places.set(keyOf(place), place);
  for (const [city, province] of around) {
    const own = places.get(city);
    const outer = places.get(province);
    if (own !== undefined && outer !== undefined && above[own] === above[outer]) above[own] = outer;
  }
}
