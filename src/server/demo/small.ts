import type { Country } from '../../domain/country.ts';

/**
 * States whose places are loaded for `scale: 'small'`, with the same ids as in the full demo; null to load all states.
 */
export const SMALL_PLACES: Readonly<Record<Country, readonly string[] | null>> = {
  ID: [
    'DKI Jakarta',
    'Jawa Barat',
    'Daerah Istimewa Yogyakarta',
    'Banten',
    'Bali',
    'Gorontalo',
    'Kalimantan Utara',
    'Kepulauan Bangka Belitung',
    'Kepulauan Riau',
    'Sulawesi Barat',
  ],
  MY: ['WP Kuala Lumpur', 'Melaka', 'Selangor'],
  PH: ['National Capital Region (NCR)'],
  SG: null,
  TW: ['臺北市', '新北市', '澎湖縣'],
  TH: null,
  VN: ['Thành phố Hà Nội', 'Thành phố Đà Nẵng'],
  BR: ['São Paulo', 'Acre'],
};

/** States in which the small demo's channels have serviceable rows. */
export const SMALL_AREAS: Readonly<Record<Country, readonly string[]>> = {
  ID: [
    'DKI Jakarta',
    'Daerah Istimewa Yogyakarta',
    'Bali',
    'Gorontalo',
    'Kalimantan Utara',
    'Kepulauan Bangka Belitung',
    'Kepulauan Riau',
    'Sulawesi Barat',
  ],
  MY: ['WP Kuala Lumpur', 'Melaka'],
  PH: ['National Capital Region (NCR)'],
  SG: ['Central Region', 'East Region', 'North Region', 'North-East Region', 'West Region'],
  TW: ['臺北市'],
  TH: ['Bangkok', 'Phuket', 'Chiang Mai'],
  VN: ['Thành phố Đà Nẵng'],
  BR: ['Acre'],
};
