import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { billDayProblem } from './bill.ts';
import { billedTwice, chargesTotal, parcelsOf, repeatKey, type Charge, type PlacedCharge } from './charges.ts';
import { compareParcel, type Expected, type ParcelInput } from './comparison.ts';
import { afterCredits, creditSignProblem, disputeDeadline, isDue } from './dispute.ts';
import { reasonOf, type QuoteInput } from './reason.ts';
import { NEXT_STATUSES, RECON_STATUS, statusProblem, type ReconStatus, type StatusChange } from './status.ts';
import { NO_RULE, toleranceOf } from './rules.ts';
import { compareAmounts, LetThrough, type Tolerance } from './tolerance.ts';
import { isRuined, matchOrder, trackingKey } from './tracking.ts';

const E5 = 100_000n;
const EXACT = toleranceOf(NO_RULE);
/** Converts an amount in currency units, with at most two decimals, to units of 1/100000. */
const money = (units: number): bigint => BigInt(Math.round(units * 100)) * (E5 / 100n);

it('a bill is dated from 2000 to 62 days from now', () => {
  const today = '2026-11-29';
  for (const day of ['2000-01-01', today, '2027-01-30']) expect(billDayProblem(day, today)).toBeNull();
  for (const day of ['0001-01-01', '1999-12-31', '2027-01-31', '9998-12-31'])
    expect(billDayProblem(day, today)).toBe('must be from 2000-01-01 to 2027-01-30. Check the year');
});

describe('the tolerance of a recon fee rule', () => {
  const rule: Tolerance = {
    over: { amount: Number(money(500)), ppm: 20_000 },
    under: { amount: 0, ppm: null },
    cap: null,
  };

  it.each([
    [18_000, 18_360, true],
    [18_000, 18_361, false],
    [100_000, 100_500, true],
    [100_000, 100_501, false],
  ])(
    'with a tolerance of 500 IDR and 2 %%, an expected %i and a billed %i count as equal: %j',
    (expected, billed, within) => {
      expect(compareAmounts(money(billed), money(expected), rule).within).toBe(within);
    },
  );

  it('if the tolerance for underbilling is 0, a lower bill is discrepant on the side "under"', () => {
    const difference = -money(1000);
    expect(compareAmounts(money(17_000), money(18_000), rule)).toEqual({ difference, side: 'under', within: false });
  });

  it('a rule with neither an amount nor a share permits no difference', () => {
    expect(compareAmounts(money(1), money(1), EXACT).within).toBe(true);
    expect(compareAmounts(money(1) + 1n, money(1), EXACT).within).toBe(false);
  });

  it('the bill’s cap limits the sum of accepted differences', () => {
    const bill = new LetThrough(money(700));
    expect([money(300), -money(400), 1n].map(difference => bill.admit(difference))).toEqual([true, true, false]);
    expect(bill.total).toBe(money(700));
  });

  it('an exact amount is accepted even if the cap is below the sum', () => {
    expect(new LetThrough(money(100), money(700)).admit(0n)).toBe(true);
  });

  it('raising an allowance never makes the tolerance stricter', () => {
    const amount = fc.bigInt({ min: 0n, max: 200n });
    const ppm = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(amount, amount, ppm, ppm, (billed, expected, less, more) => {
        const of = (share: number): Tolerance => ({ ...EXACT, over: { amount: null, ppm: share } });
        const [low, high] = [Math.min(less, more), Math.max(less, more)];
        fc.pre(compareAmounts(billed, expected, of(low)).side === 'over');
        fc.pre(compareAmounts(billed, expected, of(low)).within);
        expect(compareAmounts(billed, expected, of(high)).within).toBe(true);
      }),
    );
  });
});

describe('adding up charges and finding those billed twice', () => {
  const base = (amount: number, kind: Charge['kind'] = 'base'): Charge => ({ kind, name: kind, amount: money(amount) });

  it('charges with the same tracking number form one parcel, with their exact sum', () => {
    const rows = [100, 10.5, -5, 3.25].map(amount => ({ key: 'AB123', charges: [base(amount)] }));
    expect(parcelsOf(rows)).toMatchObject([{ key: 'AB123', amount: money(108.75) }]);
    const next = parcelsOf([{ key: 'AB123', charges: [base(12.4, 'adjustment')] }]);
    expect((parcelsOf(rows)[0]?.amount ?? 0n) + (next[0]?.amount ?? 0n)).toBe(money(121.15));
  });

  it('sums of charges are exact even beyond the range of a number', () => {
    const many = function* (): Iterable<Charge> {
      const charge = base(20_001);
      for (let n = 0; n < 5_000_001; n++) yield charge;
    };
    expect(chargesTotal(many()) / E5).toBe(100_005_020_001n);
  });

  it('informational charges are not part of the sum', () => {
    expect(chargesTotal([base(10), base(99, 'information')])).toBe(money(10));
  });

  it('charges count as billed twice if they are also on an earlier bill, unless they are corrections', () => {
    const placed = (charge: Charge): PlacedCharge => ({
      ...charge,
      supplierId: 7,
      key: 'AB123',
      shipped: '2026-07-01',
    });
    const first = placed(base(100));
    const correction = placed(base(12.4, 'adjustment'));
    const earlier = new Set([repeatKey(first), repeatKey(correction)].filter(key => key !== null));
    expect(billedTwice([placed(base(100)), correction, placed(base(101))], earlier)).toEqual([first]);
    expect(
      billedTwice(
        [
          { ...first, supplierId: 8 },
          { ...first, shipped: '2026-07-02' },
        ],
        earlier,
      ),
    ).toEqual([]);
  });
});

describe('charges that never count as billed twice', () => {
  const placed = (kind: Charge['kind'], amount: number, name: string = kind): PlacedCharge => ({
    kind,
    name,
    amount: money(amount),
    supplierId: 7,
    key: 'AB123',
    shipped: '2026-07-01',
  });
  const twice = (earlier: PlacedCharge[], charges: PlacedCharge[]) =>
    billedTwice(charges, new Set(earlier.map(repeatKey).filter(key => key !== null)));

  it('a charge of 0, as in a file with one column per charge, does not count as billed twice', () => {
    const zeros = [placed('fuel', 0), placed('remote', 0)];
    expect(twice([placed('base', 100), ...zeros], [...zeros, placed('adjustment', 12.4)])).toEqual([]);
  });

  it('unmapped charges with different names are different charges', () => {
    const toll = placed('unmapped', 5, 'Toll');
    expect(twice([toll], [placed('unmapped', 5, 'Peak season')])).toEqual([]);
    expect(twice([toll], [placed('unmapped', 5, 'TOLL')])).toHaveLength(1);
  });
});

describe('normalizing and matching tracking numbers', () => {
  it.each([
    ['ab\u2212123', 'AB123'],
    ['ab\u00ad123', 'AB123'],
    ['\u200bab123\ufeff', 'AB123'],
    ['００-ａｂ　１', '00AB1'],
    [' ab-123 ', 'AB123'],
    ['00123', '00123'],
    ['ＡＢ１２３', 'AB123'],
    ['ab–1 2 3', 'AB123'],
    ['ab\u221212\u201103\u058a', 'AB1203'],
  ])('the tracking number %j has the key %j', (text, key) => {
    expect(trackingKey(text)).toBe(key);
  });

  it.each([
    ['6.35213E+11', true],
    ['1,2E10', true],
    ['6.35213E11', true],
    ['6E11', true],
    ['635E+9', true],
    ['6.35213 E+11\u200b', true],
    ['1E\u20115', true],
    ['590E12345678', false],
    ['635213000000', false],
    ['ABE123', false],
  ])('the tracking number %j is recognized as corrupted by a spreadsheet: %j', (text, ruined) => {
    expect(isRuined(text)).toBe(ruined);
  });

  it('when matching an order, the tracking number takes precedence over the order reference', () => {
    const orders = new Map([['AB123', 'order 1']]);
    const references = new Map([['REF9', 'order 2']]);
    const find = (tracking: string, reference: string) => matchOrder({ tracking, reference }, orders, references);
    expect(find('ab-123', 'ref-9')).toEqual({ order: 'order 1', by: 'tracking' });
    expect(find('zz', 'ref 9')).toEqual({ order: 'order 2', by: 'reference' });
    expect(find('', '')).toBeUndefined();
  });
});

describe('comparing a parcel with its quote', () => {
  const RATES: Readonly<Record<string, number>> = { 'B 1000': 18_000, 'B 2000': 26_000, 'C 1000': 26_000 };
  const quote = ({ weight, zone }: QuoteInput): Expected | null => {
    const amount = RATES[`${zone} ${weight}`];
    const base = money(amount ?? 0);
    return amount === undefined ? null : { amount: base, parts: { base, surcharges: 0n, vat: 0n }, currency: 'IDR' };
  };
  const parcel = (more: Partial<ParcelInput> = {}): ParcelInput => {
    const billed = more.billed ?? money(18_000);
    return {
      billed,
      billedParts: { base: billed, surcharges: 0n, vat: 0n },
      currency: 'IDR',
      repeated: [],
      order: { delivered: true },
      ours: { weight: 1000, zone: 'B', day: '2026-07-01', sizes: null },
      facts: { weight: 1000, zone: 'B', day: '2026-07-01', sizes: null },
      quote,
      earlier: { billed: 0n },
      tolerance: EXACT,
      letThrough: new LetThrough(null),
      ...more,
    };
  };
  const facts = (weight: number, zone: string) => ({
    facts: { weight, zone, day: '2026-07-01', sizes: null },
    billed: money(26_000),
  });

  it.each([
    ['2 kg in zone B', facts(2000, 'B'), 'weight'],
    ['1 kg in zone C', facts(1000, 'C'), 'zone'],
    ['1 kg in zone B', facts(1000, 'B'), 'rate'],
  ])('for a bill of 26,000, %s results in the reason %s', (_, more, reason) => {
    expect(compareParcel(parcel(more))).toMatchObject({ status: RECON_STATUS.discrepant, reason, side: 'over' });
  });

  it.each([
    ['the bill states no amount', { hasAmount: false, order: null }, 'noAmount'],
    ['the order is missing', { order: null }, 'noOrder'],
    ['a rate is missing', { ours: { weight: 9000, zone: 'B', day: '2026-07-01', sizes: null } }, 'rateMissing'],
    ['the currency differs', { currency: 'MYR' }, 'currency'],
  ] as const)('comparing a parcel fails if %s', (_, more, reason) => {
    const result = { status: RECON_STATUS.failed, reason, expected: null, difference: null };
    expect(compareParcel(parcel(more))).toMatchObject(result);
  });

  it('the bill’s sizes are reported as the reason only if weight, zone and day do not explain the difference', () => {
    const sizes = [300, 300, 300] as const;
    const bySizes = (input: QuoteInput) => (input.sizes === sizes ? quote({ ...input, weight: 2000 }) : quote(input));
    const reasonFor = (weight: number) =>
      compareParcel(
        parcel({ ...facts(weight, 'B'), facts: { weight, zone: 'B', day: '2026-07-01', sizes }, quote: bySizes }),
      ).reason;
    expect([reasonFor(1000), reasonFor(2000)]).toEqual(['sizes', 'weight']);
  });

  it('a parcel that was billed twice or not delivered is Discrepant', () => {
    expect(compareParcel(parcel({ repeated: [{ kind: 'base' }] }))).toMatchObject({ status: 6, reason: 'billedTwice' });
    expect(compareParcel(parcel({ order: { delivered: false } }))).toMatchObject({ status: 6, reason: 'notDelivered' });
  });

  it('only the amount that remains after earlier bills is compared', () => {
    const earlier = { billed: money(17_000) };
    expect(compareParcel(parcel({ billed: money(1000), earlier }))).toMatchObject({ status: RECON_STATUS.matched });
    const result = { status: RECON_STATUS.discrepant, difference: money(500) };
    expect(compareParcel(parcel({ billed: money(1500), earlier }))).toMatchObject(result);
  });

  it('a parcel that exceeds the bill’s cap is Discrepant even within its own tolerance', () => {
    const tolerance: Tolerance = { ...EXACT, over: { amount: Number(money(500)), ppm: null } };
    const letThrough = new LetThrough(money(600));
    const result = () => compareParcel(parcel({ billed: money(18_400), tolerance, letThrough })).status;
    expect([result(), result()]).toEqual([RECON_STATUS.matched, RECON_STATUS.discrepant]);
  });
});

describe('the reason for a difference', () => {
  const parts = (base: number, surcharges: number, vat: number) => ({
    base: money(base),
    surcharges: money(surcharges),
    vat: money(vat),
  });
  const same = { weight: 1000, zone: 'B', day: '2026-07-01', sizes: null as QuoteInput['sizes'] };
  const reason = (
    [billed, expected]: [ReturnType<typeof parts>, ReturnType<typeof parts>],
    { tolerance = 0, facts = same, other = null as number | null } = {},
  ) => {
    const sum = ({ base, surcharges, vat }: ReturnType<typeof parts>) => base + surcharges + vat;
    return reasonOf({
      ours: same,
      billed: facts,
      quote: input => (input.weight === same.weight ? sum(expected) : other === null ? null : money(other)),
      isBilled: amount => {
        const off = sum(billed) - amount;
        return (off < 0n ? -off : off) <= money(tolerance);
      },
      billedParts: billed,
      expectedParts: expected,
    });
  };

  it.each([
    ['the part that alone makes the difference', [parts(20_001, 5000, 0), parts(20_000, 0, 0)], 10, 'surcharge'],
    [
      'VAT, although a discount moves between two parts',
      [parts(20_000, -2000, 5000), parts(18_000, 0, 2000)],
      0,
      'vat',
    ],
    ['the rate, which also changes VAT', [parts(30_000, 0, 3000), parts(20_000, 0, 2000)], 0, 'rate'],
    ['VAT that was not billed', [parts(20_000, 0, 0), parts(20_000, 0, 2000)], 0, 'vat'],
    ['a missing surcharge', [parts(20_000, 0, 0), parts(20_000, 1500, 0)], 0, 'surcharge'],
  ] as const)('is %s', (_, [billed, expected], tolerance, expectedReason) => {
    expect(reason([billed, expected], { tolerance })).toBe(expectedReason);
  });

  it('a different weight with the same price is not the reason for an amount beyond the cap', () => {
    const amounts: [ReturnType<typeof parts>, ReturnType<typeof parts>] = [parts(18_400, 0, 0), parts(18_000, 0, 0)];
    expect(reason(amounts, { tolerance: 500, facts: { ...same, weight: 1100 }, other: 18_000 })).toBe('rate');
    expect(reason(amounts, { tolerance: 500, facts: { ...same, weight: 1100 }, other: 18_400 })).toBe('weight');
  });
});

describe('changing a parcel’s status', () => {
  const change = (from: ReconStatus, to: StatusChange['to'], more: Partial<StatusChange> = {}) =>
    statusProblem({ from, to, submittedBy: 'a@x', person: 'b@x', remark: '', ownApproval: false, ...more });
  const { approved, deleted, discrepant, failed, matched, paid, pending, rejected } = RECON_STATUS;

  it('a Matched parcel can be approved, but Paid and Failed ones cannot, for a stated reason', () => {
    const problems = [matched, paid, failed].map(from => change(from, approved));
    expect(problems).toEqual([
      null,
      'It is Paid, which is final.',
      'It is Failed, so it can become only Rejected, Deleted or Pending.',
    ]);
  });

  it('approval requires a second person unless the entity allows self-approval', () => {
    expect(change(matched, approved, { person: 'a@x' })).toMatch(/someone else/);
    expect(change(matched, approved, { person: 'a@x', ownApproval: true })).toBeNull();
  });

  it('approving a Discrepant parcel requires a remark', () => {
    expect(change(discrepant, approved)).toMatch(/remark/);
    expect(change(discrepant, approved, { remark: 'agreed by phone' })).toBeNull();
  });

  it('a Paid parcel cannot be changed, and only an Approved one can become Paid', () => {
    const all = Object.values(RECON_STATUS);
    for (const to of [approved, deleted, paid, pending, rejected]) expect(change(paid, to)).not.toBeNull();
    expect(all.filter(from => (NEXT_STATUSES[from] as readonly number[]).includes(paid))).toEqual([approved]);
  });
});

describe('credits for a dispute', () => {
  it('a dispute over 8,000 is Partly with 3,000 open after a credit of 5,000, and Closed after another 3,000', () => {
    const first = afterCredits('sent', money(8000), [-money(5000)]);
    expect(first).toEqual({ state: 'partly', open: money(3000), recovered: money(5000) });
    const both = afterCredits(first.state, money(8000), [-money(5000), -money(3000)]);
    expect(both).toEqual({ state: 'closed', open: 0n, recovered: money(8000) });
  });

  it('a dispute never recovers more than the disputed amount', () => {
    expect(afterCredits('sent', money(10), [money(25)])).toEqual({ state: 'closed', open: 0n, recovered: money(10) });
  });

  it.each<[number[], string | null]>([
    [[-5, -3, 0], null],
    [[5, 3], null],
    [[0], null],
    [[-5, 3, -2], 'lines: 2 of 3 amounts are below zero and 1 above, for example that of T1.'],
    [[5, 3, -2, 0], 'lines: 1 of 4 amounts are below zero and 2 above, for example that of T2.'],
  ])('all amounts in a credit note must have the same sign: %j', (units, problem) => {
    const lines = units.map((unit, at) => ({ tracking: `T${at}`, amount: money(unit) }));
    expect(creditSignProblem(lines)?.replace(/ All amounts.*/, '') ?? null).toBe(problem);
  });

  it('a deadline is due within the given number of days, but not once it has passed', () => {
    const deadline = disputeDeadline('2026-02-27', 30);
    expect(deadline).toBe('2026-03-29');
    expect(['2026-03-21', '2026-03-22', '2026-03-29', '2026-03-30'].map(day => isDue(deadline, day, 7))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});
