import { Cleaning, growTree, type CountryPlaces } from './tree.ts';

/** The five regions and 55 planning areas of the Urban Redevelopment Authority's master plan. */
const REGIONS: Readonly<Record<string, string>> = {
  'Central Region':
    'Bishan, Bukit Merah, Bukit Timah, Downtown Core, Geylang, Kallang, Marina East, Marina South, Marine Parade, Museum, ' +
    'Newton, Novena, Orchard, Outram, Queenstown, River Valley, Rochor, Singapore River, Southern Islands, Straits View, ' +
    'Tanglin, Toa Payoh',
  'East Region': 'Bedok, Changi, Changi Bay, Pasir Ris, Paya Lebar, Tampines',
  'North Region': 'Central Water Catchment, Lim Chu Kang, Mandai, Sembawang, Simpang, Sungei Kadut, Woodlands, Yishun',
  'North-East Region': 'Ang Mo Kio, Hougang, North-Eastern Islands, Punggol, Seletar, Sengkang, Serangoon',
  'West Region':
    'Boon Lay, Bukit Batok, Bukit Panjang, Choa Chu Kang, Clementi, Jurong East, Jurong West, Pioneer, Tengah, Tuas, ' +
    'Western Islands, Western Water Catchment',
};

/** Singapore: state = region, city = planning area. */
export function singapore(): CountryPlaces {
  const cleaning = new Cleaning();
  const areas = Object.entries(REGIONS).flatMap(([region, list]) =>
    list.split(', ').map(name => ({ code: name, parent: region, name })),
  );
  return {
    country: 'SG',
    roots: growTree([Object.keys(REGIONS).map(name => ({ code: name, parent: '', name })), areas], cleaning),
    cleaned: cleaning.counts,
  };
}
