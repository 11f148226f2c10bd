import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../../domain/fold.ts';
import { TextValues } from './textValues.ts';
import { WordIndex } from './wordIndex.ts';

const rest = async (): Promise<void> => undefined;
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'ñ', '市'), minLength: 1, maxLength: 4 });
const text = fc.array(word, { minLength: 0, maxLength: 5 }).map(words => words.join(' '));
/** A substring, as a user might type it. */
const part = fc
  .tuple(text, fc.nat(), fc.nat())
  .map(([from, a, b]) => from.slice(a % (from.length + 1), 1 + (b % (from.length + 1))).trim());

const marksOf = (texts: readonly string[], is: (text: string) => boolean): number[] =>
  texts.map(own => Number(is(own)));

describe('the word index', () => {
  it('a substring matches exactly the strings that contain it, within a word or across several', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 12 }), part, text, async (texts, typed, other) => {
        const index = await WordIndex.build(texts.length, at => texts[at] as string, rest);
        for (const wanted of [typed, other]) {
          if (wanted === '') continue;
          expect([...index.containing(wanted)]).toEqual(marksOf(texts, own => own.includes(wanted)));
          const equal = marksOf(texts, own => own === wanted);
          expect([...(index.equal(wanted) ?? new Uint8Array(texts.length))]).toEqual(equal);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('indexing the words of many values does not change which values are found', async () => {
    const names = Array.from({ length: 25_000 }, (_, at) => `Barangay ${at % 900} São Purok ${at} ${at % 7}`);
    const plain = new TextValues(names);
    const learnt = new TextValues(names);
    let pauses = 0;
    await learnt.learnWords(async () => {
      pauses += 1;
    });
    expect(pauses).toBeGreaterThan(3);
    const asked = [
      '7',
      'sao',
      'SÃO  purok 1',
      'barangay 12 sao purok 12 5',
      'purok 249',
      'urok 24',
      'nowhere',
      '',
      ' 3 ',
    ];
    for (const match of ['containing', 'named', 'equal', 'prefix'] as const) {
      for (const wanted of asked) {
        const hits = (values: TextValues): number[] => {
          const found: number[] = [];
          values.marks(match, wanted).forEach((mark, code) => mark === 1 && found.push(code));
          return found;
        };
        expect(hits(learnt), `${match} ${wanted}`).toEqual(hits(plain));
      }
    }
    const equal = names.findIndex(name => fold(name) === 'barangay 12 sao purok 12 5');
    expect(learnt.marks('named', names[equal] as string).reduce((sum, mark) => sum + mark, 0)).toBe(1);
  });
});
