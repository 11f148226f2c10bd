import { isDeepStrictEqual } from 'node:util';
import { deltaPayload } from '../../../src/contract/channelConfigWire.ts';
import { CHANNEL_GROUPS, channelConfig } from '../../../src/contract/resources/channelConfig.ts';
import { mayBeEmpty } from '../../../src/contract/fields/base.ts';
import { fieldOf } from '../../../src/contract/resource.ts';
import { newChannelSettings } from '../../../src/contract/newChannel.ts';
import { applyExtraDelta, extraDelta, type ExtraData } from '../../../src/domain/channelConfig/extraData.ts';
import { applyFlagDelta, flagDelta } from '../../../src/domain/channelConfig/flagDelta.ts';
import { settingsProblem } from '../../../src/domain/channelConfig/problem.ts';
import { extraOfSettings } from '../../../src/domain/channelConfig/settings.ts';
import { toWords } from '../../../src/domain/flags.ts';
import { flagsOf, settingsAfter } from '../../../src/server/resources/channelConfig/values.ts';
import { seeded } from '../../../src/sync/testing/fakeEnv.ts';
import { median, round as rounded, scaled, versusFloor, type FigureGroup } from '../figure.ts';

const SETTINGS = scaled(10_000, 300);
const ROUNDS = 9;
/** The first rounds compile the code. */
const FIRST = 3;

type Settings = Record<string, unknown>;
const NAMES = Object.values(CHANNEL_GROUPS).flatMap(({ fields }): readonly string[] => fields);
const SIDES = NAMES.filter(name => name.startsWith('dimension_') && name !== 'dimension_sum');

/** Random settings of a channel, group by group; the three sides of the dimension criterion are always set together. */
function randomSettings(random: () => number): Settings {
  const sides = random() < 0.5;
  const valueOf = (name: string): unknown => {
    const field = fieldOf(channelConfig, name);
    if (field?.kind === 'choice') return field.choices[Math.floor(random() * field.choices.length)]?.value;
    if (SIDES.includes(name) ? !sides : mayBeEmpty(field) && random() < 0.3) return null;
    return Math.floor(random() * 10_000_000);
  };
  return {
    ...newChannelSettings('ID'),
    channelId: 10_023,
    channelName: 'JNE',
    display_name: 'JNE',
    ...Object.fromEntries(NAMES.map(name => [name, valueOf(name)])),
  };
}

/** Random settings in the documents' format: flag and extra data. */
interface Model {
  flag: bigint;
  extra: ExtraData;
}

/**
 * Converts 10 thousand random channel settings to the next ones using deltas: computed, serialized, parsed and applied.
 * The floor is copying the settings before and after as JSON, with the flag as two words. `wire_ms` covers the full
 * path over the wire: the payload of "Update via maintenance" for two records, parsed into all settings of a record as
 * on the server.
 */
export const channelDeltaFigures: FigureGroup = {
  ids: ['channel_apply_delta'],
  run: async () => {
    const random = seeded(14);
    const all = Array.from({ length: SETTINGS + 1 }, () => {
      // No channel has mutually exclusive settings, which a delta would clear.
      for (;;) {
        const settings = randomSettings(random);
        if (settingsProblem(settings, 'ID') === null) return settings;
      }
    });
    const models = all.map((row): Model => ({ flag: flagsOf(row).flag, extra: extraOfSettings(row) }));
    const plain = models.map(({ flag, extra }) => ({ flag: toWords(flag), extra }));
    const samples = { ours: [] as number[], floor: [] as number[], wire: [] as number[] };
    const timed = (into: number[], work: (at: number) => unknown): void => {
      const start = performance.now();
      for (let at = 0; at < SETTINGS; at++) work(at);
      into.push(performance.now() - start);
    };
    const clone = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
    const apply = (before: Model, after: Model): Model => ({
      flag: applyFlagDelta(flagDelta(before.flag, after.flag), before.flag),
      extra: applyExtraDelta(extraDelta(before.extra, after.extra), before.extra),
    });
    const overWire = (at: number) =>
      settingsAfter(all[at] as never, deltaPayload(all[at] as Settings, all[at + 1] as Settings));
    for (let round = 0; round < ROUNDS; round++) {
      timed(samples.floor, at => [clone(plain[at]), clone(plain[at + 1])]);
      timed(samples.ours, at => apply(models[at] as Model, models[at + 1] as Model));
      timed(samples.wire, overWire);
    }
    for (let at = 0; at < SETTINGS; at++) {
      const [model, row] = [models[at + 1] as Model, all[at + 1] as Settings];
      const [found, whole] = [apply(models[at] as Model, model), overWire(at)];
      if (found.flag !== model.flag || !isDeepStrictEqual(found.extra, model.extra))
        throw new Error(`settings ${at} differ`);
      const wrong = NAMES.find(name => whole[name] !== row[name]);
      if (wrong !== undefined) throw new Error(`${wrong} is ${String(whole[wrong])}, not ${String(row[wrong])}`);
    }
    const [ours, floor, wire] = [samples.ours, samples.floor, samples.wire].map(times => median(times.slice(FIRST)));
    return [
      versusFloor('channel_apply_delta', ours as number, floor as number, 3, {
        unit: 'ms',
        peers: { wire_ms: rounded(wire as number) },
      }),
    ];
  },
};
