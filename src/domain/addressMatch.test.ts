import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AddressBook, type AddressPlace } from './addressMatch.ts';
import { splitAddress } from './addressText.ts';
import { COUNTRY_CODES } from './country.ts';

const place = (locationId: number, parentId: number, level: number, name: string, postcode = ''): AddressPlace => ({
  locationId,
  parentId,
  level,
  name,
  postcode,
});

const PLACES = [
  place(1, 0, 0, 'JAWA BARAT'),
  place(11, 1, 1, 'KOTA BANDUNG'),
  place(111, 11, 2, 'COBLONG'),
  place(1111, 111, 3, 'DAGO', '40135'),
  place(1112, 111, 3, 'LEBAK GEDE', '40132'),
  place(12, 1, 1, 'KABUPATEN BANDUNG BARAT'),
  place(121, 12, 2, 'LEMBANG', '40391'),
  place(2, 0, 0, 'JAWA TIMUR'),
  place(21, 2, 1, 'KABUPATEN TULUNGAGUNG'),
  place(211, 21, 2, 'BANDUNG'),
  place(2111, 211, 3, 'SUKAMAJU'),
  place(1000004, 121, 3, 'SUKAMAJU'),
];
const ID = AddressBook.of('ID', PLACES);

/** A city and districts that have the same names as other places, and streets with nearly the same name. */
const NAMESAKES = AddressBook.of('ID', [
  ...PLACES,
  place(13, 1, 1, 'KABUPATEN BANDUNG'),
  place(131, 13, 2, 'SOREANG'),
  place(1311, 131, 3, 'SOREANG'),
  place(1312, 131, 3, 'SUKAMAJU'),
  place(1113, 111, 3, 'LEBAK GEDI'),
]);

describe('splitAddress', () => {
  it.each([
    ['Coblong, Bandung 40132', 'ID', ['Coblong', 'Bandung'], '40132'],
    ['Jl. Dago No. 12345, Bandung 40135', 'ID', ['Jl. Dago No. 12345', 'Bandung'], '40135'],
    ['Av. Paulista, São Paulo 01310-100', 'BR', ['Av. Paulista', 'São Paulo'], '01310100'],
    ['10400 Phaya Thai; Ratchathewi', 'TH', ['Phaya Thai', 'Ratchathewi'], '10400'],
    ['ถ. พญาไท ๑๒, Ratchathewi ๑๐๔๐๐', 'TH', ['ถ. พญาไท 12', 'Ratchathewi'], '10400'],
    ['台北市中正區', 'TW', ['台北市', '中正區'], ''],
    ['Ermita, Manila 1000', 'PH', ['Ermita', 'Manila'], '1000'],
    ['Blok 12, Bandung', 'ID', ['Blok 12', 'Bandung'], ''],
    ['  ', 'ID', [], ''],
    ['Blk 5 Boon Keng Rd S(380005)', 'SG', ['Blk 5 Boon Keng Rd'], '380005'],
    ['Bukit Batok S650123', 'SG', ['Bukit Batok'], '650123'],
    ['12 Ross 123456', 'SG', ['12 Ross'], '123456'],
    ['Recife 50.010-000', 'BR', ['Recife'], '50010000'],
    ['CEP 01310 - 200, Bela Vista', 'BR', ['CEP', 'Bela Vista'], '01310200'],
    ['A.Muang T. Suthep', 'TH', ['amphoe Muang', 'tambon Suthep'], ''],
    ['อ.เมืองฯ', 'TH', ['อ. เมือง'], ''],
    ['Rua Bela, 12-A - Centro – São Paulo - SP', 'BR', ['Rua Bela', '12-A', 'Centro', 'São Paulo', 'SP'], ''],
  ] as const)('the address "%s" is split into parts and a postcode', (text, country, parts, postcode) => {
    expect(splitAddress(text, country)).toEqual({ parts, postcode });
  });
});

describe('the ASCII fast path gives the same results as the general path', () => {
  const piece = fc.constantFrom(
    'Coblong',
    'Bandung',
    'kec.',
    'Jl.',
    'No',
    '40132',
    '40132x',
    'x40132',
    '12',
    '01310-100',
    '01310-1000',
    '401',
    ' ',
    '  ',
    ', ',
    ',',
    ';',
    '\n',
    '\t',
    '|',
    '/',
    '-',
    '_',
    '\r',
    '.',
  );
  const texts = fc.array(piece, { maxLength: 12 }).map(pieces => pieces.join(''));

  it('both paths split an address into the same parts and postcode', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom(...COUNTRY_CODES), (text, country) => {
        const { parts, postcode } = splitAddress(text, country);
        const longer = splitAddress(`${text}, é`, country);
        expect(longer).toEqual({ parts: [...parts, 'é'], postcode });
      }),
      { numRuns: 2000 },
    );
  });

  it('earlier lookups do not affect how a place is found', () => {
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 5 }), asked => {
        const used = AddressBook.of('ID', PLACES);
        for (const text of asked) {
          const { unmatched, ...answer } = used.match(text);
          const longer = ID.match(`${text}, é`);
          // If the text alone matches several places, the extra part may be the misspelled name that distinguishes
          // them.
          const expected = answer.others.length > 0 ? null : { ...answer, unmatched: [...unmatched, 'é'] };
          expect(longer.unmatched).toContain('é');
          expect(longer).toEqual(expected ?? longer);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('the postcode of a place', () => {
  const TW = AddressBook.of('TW', [
    place(500_003, 500_002, 2, '復興里'),
    place(500_001, 0, 0, '澎湖縣'),
    place(500_002, 500_001, 1, '馬公市', '880'),
    place(500_004, 500_002, 2, '長安里', '88041'),
  ]);

  it.each([
    ['澎湖縣馬公市', 500_002, '880', 'place'],
    // Only townships have postcodes in Taiwan.
    ['澎湖縣馬公市復興里', 500_003, '880', 'place'],
    ['500003', 500_003, '880', 'place'],
    ['88012澎湖縣馬公市復興里', 500_003, '88012', 'text'],
    ['澎湖縣馬公市長安里', 500_004, '88041', 'place'],
    ['澎湖縣', 500_001, '', 'none'],
  ] as const)('"%s" is the place %d with the postcode "%s"', (text, locationId, postcode, postcodeFrom) => {
    expect(TW.match(text)).toMatchObject({ locationId, postcode, postcodeFrom });
  });
});

describe('matching an address to a place', () => {
  it.each([
    ['Coblong, Bandung 40132', [1, 11, 111], '40132', 'text', []],
    ['coblong bandung', [1, 11, 111], '', 'none', []],
    ['Kec. Coblong, Kota Bandung, Jawa Barat', [1, 11, 111], '', 'none', []],
    ['Jl. Ir. H. Juanda 12, Dago, Coblong, Bandung', [1, 11, 111, 1111], '40135', 'place', ['Jl. Ir. H. Juanda 12']],
    // The city, not the district with the same name in another city.
    ['Bandung', [1, 11], '', 'none', []],
    ['Bandung, Tulungagung', [2, 21, 211], '', 'none', []],
    ['Bandung Barat', [1, 12], '', 'none', []],
    ['Sukamaju, Lembang', [1, 12, 121, 1000004], '40391', 'place', []],
    ['40132', [1, 11, 111, 1112], '40132', 'text', []],
    ['1000004', [1, 12, 121, 1000004], '40391', 'place', []],
    ['Nowhere', [], '', 'none', ['Nowhere']],
    ['Nowhere 99999', [], '99999', 'text', ['Nowhere']],
    ['', [], '', 'none', []],
  ] as const)('the address "%s" is matched to the correct place', (text, chain, postcode, postcodeFrom, unmatched) => {
    expect(ID.match(text)).toMatchObject({ chain, postcode, postcodeFrom, unmatched, locationId: chain.at(-1) ?? 0 });
  });

  it.each([
    // A city and a regency with the same name, distinguished by the kind word.
    ['Kota Bandung, Jawa Barat', [1, 11], [], []],
    ['Kabupaten Bandung, Jawa Barat', [1, 13], [], []],
    ['Kab. Bandung', [1, 13], [], []],
    // A ward in the district with the same name.
    ['Soreang, Soreang, Kabupaten Bandung, Jawa Barat', [1, 13, 131, 1311], [], []],
    ['Kel. Soreang, Kab. Bandung', [1, 13, 131, 1311], [], []],
    ['Kec. Soreang, Kab. Bandung', [1, 13, 131], [], []],
    // A misspelled street, district and city.
    ['Dagoo, Coblong, Kota Bandung', [1, 11, 111, 1111], [], ['Dagoo']],
    ['Coblnog, Kota Bandung', [1, 11, 111], [], ['Coblnog']],
    ['Sukamaju, Lembnag, Jawa Barat', [1, 12, 121, 1000004], [], ['Lembnag']],
    ['Coblong, Kota Bandnug, Jawa Barat', [1, 11, 111], [], ['Kota Bandnug']],
    // Both streets are equally similar, so neither is certain.
    ['Lebak Gedd, Coblong, Kota Bandung', [1, 11, 111], ['Lebak Gedd'], []],
  ] as const)(
    'the address "%s" is matched correctly although places have the same or similar names',
    (text, chain, unmatched, corrected) => {
      const found = NAMESAKES.match(text);
      expect(found).toMatchObject({ chain, unmatched, corrected });
    },
  );

  it('if a district is misspelled, only the certain places are matched, and the possible streets are listed', () => {
    expect(NAMESAKES.match('Sukamaju, Xyzabc, Jawa Barat')).toMatchObject({
      locationId: 1,
      unmatched: ['Sukamaju', 'Xyzabc'],
      others: [1312, 1000004],
    });
  });

  describe('a misspelled state or city', () => {
    const book = AddressBook.of('ID', [
      ...PLACES,
      place(13, 1, 1, 'KABUPATEN BANDUNG'),
      place(3, 0, 0, 'ACEH'),
      place(31, 3, 1, 'KABUPATEN ACEH BARAT'),
      place(311, 31, 2, 'WOYLA'),
      place(3111, 311, 3, 'JAWA'),
      place(3112, 311, 3, 'MERDEKA'),
      place(22, 2, 1, 'KOTA SURABAYA'),
      place(221, 22, 2, 'TEGALSARI'),
    ]);
    it.each([
      // A village with the first word of the state's name is not meant.
      ['Jawa Brat', [1], [], ['Jawa Brat']],
      ['Karang Anyr, Suka Majuu, Jawa Brat', [1], ['Karang Anyr', 'Suka Majuu'], ['Jawa Brat']],
      ['Surabya', [2, 22], [], ['Surabya']],
      ['Tegalsri, Surabya', [2, 22, 221], [], ['Surabya', 'Tegalsri']],
      // A street that is also a village elsewhere.
      ['Jalan Merdeka 10, Surabya', [2, 22], ['Jalan Merdeka 10'], ['Surabya']],
      // Both a city and a regency have this name, and neither is certain.
      ['Bandnug', [], ['Bandnug'], []],
      ['coblong bandung', [1, 11, 111], [], []],
    ] as const)('the address "%s" is matched below it', (text, chain, unmatched, corrected) => {
      expect(book.match(text)).toMatchObject({ chain, unmatched, corrected });
    });
  });

  it('dashes between spaces separate parts, except within the name of a place', () => {
    const book = AddressBook.of('TH', [
      place(1, 0, 0, 'Phrae'),
      place(11, 1, 1, 'Song'),
      place(2, 0, 0, 'Nan'),
      place(21, 2, 1, 'Song Khwae'),
      place(22, 2, 1, 'Bo Kluea - Tai'),
      place(3, 0, 0, 'Satun'),
      place(31, 3, 1, 'Satun'),
    ]);
    const read = (text: string): number[] => book.match(text).chain;
    expect(read('Song - Phrae')).toEqual([1, 11]);
    expect(read('Satun – Satun')).toEqual([3, 31]);
    expect(read('Bo Kluea - Tai, Nan')).toEqual([2, 22]);
    expect(read('Nan - Bo Kluea - Tai')).toEqual([2, 22]);
  });

  it('an ambiguous address lists the other possible places', () => {
    expect(ID.match('Sukamaju')).toMatchObject({ locationId: 2111, others: [1000004] });
  });

  it('chainOf returns a known place’s ancestors, and null for an unknown place', () => {
    expect(ID.chainOf(111)).toEqual([1, 11, 111]);
    expect(ID.chainOf(9)).toBeNull();
  });
});
