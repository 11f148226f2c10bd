import { expect, it } from 'vitest';
import { plainWords } from './plainWords.ts';

it.each([
  ['fileUrlList', 'File Url List'],
  ['shop_ids', 'Shop IDs'],
  ['batch_id', 'Batch ID'],
  ['WeekendsSetting', 'Weekends Setting'],
  ['from2Mile', 'From2 Mile'],
  ['', ''],
])('the field name %s is converted to the words %s', (name, words) => expect(plainWords(name)).toBe(words));
