import { describe, expect, it } from 'vitest';
import { ADMINISTRATION, FEATURE } from '../domain/permission.ts';
import { auditLabel, OTHERS_LABEL } from './auditLabel.ts';
import { EVERY_CALL } from './everyCall.ts';

/** Checks that the log has a label and a page for every call that may write (LOG-12 to LOG-17). */

/** Non-GET calls that write no log entry, grouped by reason. A new call must either be listed here or have a label. */
const NOT_LOGGED: readonly (readonly [string, readonly RegExp[]])[] = [
  ['signing in, and the country that one works in', [/^session\./]],
  ["a person's own things", [/^views\./, /^home\.setLayout$/, /^notifications\./, /^files\.upload$/]],
  ['what is asked of an authenticator, whose answer is logged', [/^access\.beginPasskey$/]],
  ['what is recorded elsewhere', [/^tracker\./, /^usage\./]],
  [
    'questions, with too long an input for an address',
    [
      /^serviceCode\.export$/,
      /^locationCdt\.(count|leadTime)$/,
      /^(rateTable|thirdPartyFee)\.(test|quotes|cheapest)$/,
      /^(rateTable|thirdPartyFee)\.(checkOne|checkAll)$/,
      /^notifyTemplates\.preview$/,
      /^preflight\.check$/,
      /^serviceability\.check$/,
      /^recon\.(available|matching|previewReading)$/,
      /^recon\.download/,
    ],
  ],
  [
    'what is logged by another path: the writes of a batch, the call that changes one of many records, an import as it ends',
    [/^writes\.send$/, /\.bulk$/, /^imports\.revert$/, /^(rateTable|thirdPartyFee)\.importPriceList$/],
  ],
  ['a check of the log itself', [/^system\.verifyLog$/]],
  ['the mark of a list that was checked', [/^(rateTable|thirdPartyFee)\.deleteStatus$/]],
];
const isNotLogged = (id: string): boolean => NOT_LOGGED.some(([, patterns]) => patterns.some(own => own.test(id)));

/** Calls that the specification does not recognize (LOG-9, G30); the log of their feature shows them as "Others". */
const UNRECOGNISED = /^threePl(Route|Zone)\./;

const OTHERS = new RegExp(`^${OTHERS_LABEL.slice(0, 6)}`);
const KNOWN = /^(Create|Edit|Delete|Import|View|Get)( [A-Z0-9]|$)/;

const WRITES = EVERY_CALL.filter(({ method }) => method !== 'GET');

describe('log labels of all write calls', () => {
  it.each(WRITES.filter(({ id }) => !isNotLogged(id)).map(({ id, path }) => [id, path]))(
    'the call %s (%s) has a label and appears in the log of a feature',
    (id, path) => {
      const { label, feature } = auditLabel(`/api${path}`, '{}');
      expect([...Object.values(FEATURE), ADMINISTRATION]).toContain(feature);
      expect(label).toMatch(UNRECOGNISED.test(id) ? OTHERS : KNOWN);
    },
  );

  it('every call excluded from the log exists in the contract and has no label', () => {
    const unused = NOT_LOGGED.flatMap(([, patterns]) => patterns).filter(own => !WRITES.some(({ id }) => own.test(id)));
    expect(unused).toEqual([]);
    const labelled = WRITES.filter(({ id }) => isNotLogged(id)).filter(
      ({ path }) => auditLabel(path, '{}').kind !== 'Others',
    );
    expect(labelled.map(({ id }) => id)).toEqual([]);
  });
});
