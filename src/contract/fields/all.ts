import type { FieldKind } from './base.ts';
import { channelKind, type ChannelField } from './channel.ts';
import { choiceKind, type ChoiceField } from './choice.ts';
import { dayKind, type DayField } from './day.ts';
import { emailKind, type EmailField } from './email.ts';
import { flagKind, type FlagField } from './flag.ts';
import { formulaKind, type FormulaField } from './formula.ts';
import { instantKind, type InstantField } from './instant.ts';
import { jsonKind, type JsonField } from './json.ts';
import { lengthKind, type LengthField } from './length.ts';
import { madeKind, type MadeField } from './made.ts';
import { moneyKind, type MoneyField } from './money.ts';
import { numberKind, type NumberField } from './number.ts';
import { placeKind, type PlaceField } from './place.ts';
import { placeNameKind, type PlaceNameField } from './placeName.ts';
import { rateKind, type RateField } from './rate.ts';
import { textKind, type TextField } from './text.ts';
import { timeOfDayKind, type TimeOfDayField } from './timeOfDay.ts';
import { weightKind, type WeightField } from './weight.ts';

/** Every kind of field, by name. */

export type Field =
  | TextField
  | ChoiceField
  | FlagField
  | NumberField
  | MoneyField
  | RateField
  | WeightField
  | LengthField
  | DayField
  | TimeOfDayField
  | InstantField
  | EmailField
  | JsonField
  | FormulaField
  | ChannelField
  | PlaceField
  | PlaceNameField
  | MadeField;

export type Kind = Field['kind'];

export const KINDS: { readonly [K in Kind]: FieldKind<Extract<Field, { kind: K }>> } = {
  text: textKind,
  choice: choiceKind,
  flag: flagKind,
  number: numberKind,
  money: moneyKind,
  rate: rateKind,
  weight: weightKind,
  length: lengthKind,
  day: dayKind,
  timeOfDay: timeOfDayKind,
  instant: instantKind,
  email: emailKind,
  json: jsonKind,
  formula: formulaKind,
  channel: channelKind,
  place: placeKind,
  placeName: placeNameKind,
  made: madeKind,
};

/** The kind of a given field. */
export const kindOf = (field: Field): FieldKind<Field> => KINDS[field.kind] as unknown as FieldKind<Field>;
