import { expect, it } from 'vitest';
import { EVERY_CALL } from './everyCall.ts';

/** What the OpenAPI page says about each call. */
const SUMMARIES = EVERY_CALL.map(({ id, summary }) => [id, summary] as const);

it('every summary begins with what the call does: "Lists", "Returns", "Changes"', () => {
  const others = SUMMARIES.filter(([, summary]) => !/^[A-Z][a-z]+s,? /.test(summary));
  expect(others).toEqual([]);
  // The form alone does not show whether the word is a verb.
  const nouns = SUMMARIES.filter(([, summary]) =>
    /^(Bills|Branches|Channels|Children|Codes|Entities|Fees|Files|Ids|Modules|Names|Orders|Rates|Roles|Shops|Tasks|Totals|Types|Users|Versions|Views|Zones) /.test(
      summary,
    ),
  );
  expect(nouns).toEqual([]);
});

it('calls that only read list or return something, or try it', () => {
  const reads = EVERY_CALL.filter(({ method, permission }) => method === 'GET' && permission !== 'public');
  const others = reads.filter(({ id, summary }) => !/^(Lists|Returns|Tries) /.test(summary) && id !== 'session.logout');
  expect(others.map(({ id, summary }) => [id, summary])).toEqual([]);
});

it('summaries write abbreviations in capitals, use the right article, and do not end with a period', () => {
  const wrong = SUMMARIES.filter(([, summary]) =>
    /\b(3pl|cdts?|cod|vat|esf|asf)\b|\ba [aeiou](?!ne|ni|se)|\ban [b-df-hj-np-tv-z]|\.$|\.\./.test(summary),
  );
  expect(wrong).toEqual([]);
});
