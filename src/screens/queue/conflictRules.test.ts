import { expect, it } from 'vitest';
import { fieldLabel } from '../../contract/fieldWords.ts';
import { AREA_TYPE, NO, RESTRICTION, SCENARIOS, YES } from '../../domain/serviceableChoices.ts';
import { withField, type ServiceConfig } from '../../domain/serviceableConfig.ts';
import { brokenRule } from './conflictRules.ts';
import { testEntry } from './testEntry.ts';

const [SCENARIO] = SCENARIOS;
const LEVEL = SCENARIO?.level ?? '';
const config: Record<string, unknown> = {
  isCheckServiceable: YES,
  serviceableType: AREA_TYPE.location,
  extraLimitType: RESTRICTION.none,
  zoneLevel: 0,
  isSbsSameAsStandard: YES,
  defaultDeliverEnabled: NO,
  defaultCodEnabled: NO,
  defaultPickupEnabled: NO,
  defaultCodPickupEnabled: NO,
  ...Object.fromEntries(SCENARIOS.flatMap(({ verify, level }) => [[verify, 0] as const, [level, 1] as const])),
};

/** A conflict between a colleague's change and a level that the person has set meanwhile. */
const conflict = (row: Record<string, unknown>) =>
  testEntry({
    collection: 'channelServiceConfs',
    callId: 'channelServiceConf.update',
    state: 'conflict',
    base: config,
    changes: { [LEVEL]: 2 },
    theirs: {
      row,
      version: 2,
      updatedBy: 'b@x',
      updatedAt: 1,
      fields: [{ field: LEVEL, base: 1, mine: 2, theirs: row[LEVEL] }],
    },
  });

it.each([
  ['isCheckServiceable', withField(config as unknown as ServiceConfig, 'isCheckServiceable', NO)],
  ['serviceableType', withField(config as unknown as ServiceConfig, 'serviceableType', AREA_TYPE.postcode)],
] as const)(
  'choosing "Your change" reports the rule that a colleague’s %s would break, and names the field',
  (field, theirs) => {
    const entry = conflict({ ...theirs });
    const broken = brokenRule(entry, { [LEVEL]: 'mine' });
    expect(broken?.deciding).toContain(field);
    expect(broken?.problem).toContain(fieldLabel('channelServiceConfs', field));
    expect(brokenRule(entry, { [LEVEL]: 'theirs' })).toBeNull();
  },
);

it('no broken rule is reported for a choice that satisfies it, or for a record without rules', () => {
  expect(brokenRule(conflict({ ...config, [LEVEL]: 3 }), { [LEVEL]: 'mine' })).toBeNull();
  expect(brokenRule(testEntry({ theirs: conflict(config).theirs }), {})).toBeNull();
});
