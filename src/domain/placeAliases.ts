import type { Country } from './country.ts';
import { fold } from './fold.ts';
import { bareName, wordsOf } from './placeKinds.ts';
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
      'São Paulo': 'SP',
      Sergipe: 'SE',
      Tocantins: 'TO',
    },
    { 'Belo Horizonte': 'BH' },
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
      'Daerah Istimewa Yogyakarta': 'DIY, DI Yogyakarta, D.I. Yogyakarta, DI. Yogyakarta, Jogja, Jogjakarta',
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
    },
    {
      'Kota Administrasi Jakarta Selatan': 'Jaksel, South Jakarta',
      'Kota Administrasi Jakarta Utara': 'Jakut, North Jakarta',
      'Kota Administrasi Jakarta Barat': 'Jakbar, West Jakarta',
      'Kota Administrasi Jakarta Timur': 'Jaktim, East Jakarta',
      'Kota Administrasi Jakarta Pusat': 'Jakpus, Central Jakarta',
      'Kota Tangerang Selatan': 'Tangsel, South Tangerang',
    },
  ],
  MY: [
    {
      'WP Kuala Lumpur': 'KL, W.P. Kuala Lumpur',
      'WP Labuan': 'W.P. Labuan',
      'WP Putrajaya': 'W.P. Putrajaya',
      'Pulau Pinang': 'Penang, P. Pinang',
      Melaka: 'Malacca',
      'Negeri Sembilan': 'N. Sembilan, N9',
      Johor: 'Johore',
      Terengganu: 'Trengganu',
    },
    { 'Johor Bahru': 'JB', 'Petaling Jaya': 'PJ', 'Kota Kinabalu': 'KK' },
  ],
  PH: [{ 'National Capital Region (NCR)': 'Metro Manila, NCR, National Capital Region' }],
  TH: THAI_ALIASES,
  VN: [
    {
      'Thành phố Hồ Chí Minh': 'HCM, HCMC, TPHCM, Tp HCM, Ho Chi Minh City, Sài Gòn, Saigon',
      'Thành phố Hà Nội': 'Hanoi, HN',
      'Thành phố Đà Nẵng': 'Danang',
      'Thành phố Hải Phòng': 'Haiphong',
      'Thành phố Cần Thơ': 'Cantho',
      'Đắk Lắk': 'Đắc Lắc',
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

/** The aliases of a country by level and bare name of their place; each is without kind words. */
export function aliasesOf(country: Country): readonly ReadonlyMap<string, readonly string[]>[] {
  return (ALIASES[country] ?? []).map(
    names =>
      new Map(
        Object.entries(names).map(([name, aliases]) => [
          bareName(name).key,
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
