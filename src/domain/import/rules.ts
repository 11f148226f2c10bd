/** The possible errors in an import's cells and rows, with the numbers under which they are stored. */
export const RULE = {
  required: 1,
  notId: 2,
  notInteger: 3,
  notNumber: 4,
  range: 5,
  scale: 6,
  digitsLost: 7,
  choice: 8,
  yesNo: 9,
  date: 10,
  tooLong: 11,
  email: 12,
  postcode: 13,
  leadingZeros: 14,
  formula: 15,
  errorValue: 16,
  unknownChannel: 17,
  unknownLocation: 18,
  placeMismatch: 19,
  unknownPlace: 20,
  ambiguousPlace: 21,
  duplicate: 22,
  contradiction: 23,
  tooDeep: 24,
  code: 25,
  unknownThreePl: 26,
  form: 27,
  row: 28,
  own: 29,
  twoNumbers: 30,
  lostLetter: 31,
  reversed: 32,
} as const;

export type RuleName = keyof typeof RULE;
export type RuleCode = (typeof RULE)[RuleName];

const NAMES = Object.entries(RULE).reduce<RuleName[]>((names, [name, code]) => {
  names[code] = name as RuleName;
  return names;
}, []);

export const ruleName = (code: number): RuleName => NAMES[code] as RuleName;

/** Short names of the rules, used to filter by rule. */
export const RULE_LABELS: Readonly<Record<RuleName, string>> = {
  required: 'Missing value',
  notId: 'Not an ID',
  notInteger: 'Not a whole number',
  notNumber: 'Not a number',
  range: 'Out of range',
  scale: 'Too many decimals',
  digitsLost: 'Digits lost',
  choice: 'Not one of the choices',
  yesNo: 'Not Yes or No',
  date: 'Not a date',
  tooLong: 'Too long',
  email: 'Invalid email',
  postcode: 'Not a postcode',
  leadingZeros: 'Leading zero lost',
  formula: 'Formula without result',
  errorValue: 'Error value',
  unknownChannel: 'Unknown channel',
  unknownLocation: 'Unknown location',
  placeMismatch: 'Name and location differ',
  unknownPlace: 'Unknown place',
  ambiguousPlace: 'Ambiguous place',
  duplicate: 'Duplicate row',
  contradiction: 'Contradictory rows',
  tooDeep: 'Place too deep',
  code: 'Not a code',
  unknownThreePl: 'Unknown 3PL',
  form: 'Wrong format',
  row: 'Conflicting values',
  own: 'Invalid value',
  twoNumbers: 'Ambiguous number',
  lostLetter: 'Unreadable letter',
  reversed: 'Minimum above maximum',
};
