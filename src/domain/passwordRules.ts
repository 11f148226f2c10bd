import { COMMON_PASSWORDS } from './commonPasswords.ts';

/** The minimum length of a password. */
export const PASSWORD_LEAST = 12;

/**
 * Passwords of at least the minimum length that attackers try first although lists of leaked passwords do not contain
 * them: keyboard walks, and words associated with this product.
 */
const WALKS: ReadonlySet<string> = new Set([
  'qwertyuiop12',
  'qwerty123456',
  '1q2w3e4r5t6y',
  '1qaz2wsx3edc',
  'abc123456789',
  'opsportal',
  'administrator',
  'changeme',
  'welcome',
]);

/** The letters that people replace with symbols and digits, by replacement. */
const LETTERS: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '3': 'e',
  $: 's',
  '5': 's',
  '7': 't',
};

const isKnown = (word: string): boolean => COMMON_PASSWORDS.has(word) || WALKS.has(word);

/** Removes the digits and symbols that people add to either end of a word. */
const stemOf = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** The repeated unit of a string: "abc" for "abcabcabc"; a string without repetition is returned unchanged. */
function unitOf(text: string): string {
  for (let length = 1; length * 2 <= text.length; length++)
    if (text.length % length === 0 && text.slice(0, length).repeat(text.length / length) === text)
      return text.slice(0, length);
  return text;
}

/** Whether the characters form an ascending or descending sequence: "abcdefghijkl", "098765432109". */
function isRun(text: string): boolean {
  const codes = [...text].map(character => character.codePointAt(0) ?? 0);
  return [1, -1].some(step =>
    codes.every((code, at) => {
      const before = codes[at - 1];
      if (before === undefined || code - before === step) return true;
      return step > 0 ? before === 0x39 && code === 0x30 : before === 0x30 && code === 0x39;
    }),
  );
}

/**
 * Whether a password is among the most common ones, ignoring case, symbols and digits added at either end, and symbols
 * substituted for letters.
 */
function isCommon(password: string): boolean {
  const plain = password.toLowerCase();
  const bare = plain.replace(/[^\p{L}\p{N}]/gu, '');
  if (new Set(plain).size < 4 || isRun(bare)) return true;
  const stem = stemOf(plain);
  const read = stem.replace(/[@401!3$57]/g, sign => LETTERS[sign] ?? sign);
  const words = [plain, bare, stem, read, stemOf(bare)];
  return words.some(
    word =>
      word !== '' && (isKnown(word) || (unitOf(word) !== word && (unitOf(word).length <= 4 || isKnown(unitOf(word))))),
  );
}

/** The account for which a password is chosen. */
export interface PasswordOwner {
  email: string;
  name: string;
}

/**
 * Parts of an address or a name that are shorter than this also occur by chance. They count as the owner's only if
 * nothing but such parts, in any order, stands between the longer ones: "two.walk@ops.example" for
 * walk.two@ops.example.
 */
const OWN_LEAST = 4;
/** A single letter says nothing about its owner. */
const SHORT_LEAST = 2;
/** How many letters a password must have besides the parts of its owner's address and name. */
const OTHER_LETTERS = 6;

/**
 * Whether a password is little more than its owner's e-mail or name, such as "maria.santos1990": those are the first that
 * somebody tries who knows the owner.
 */
function isOwn(password: string, { email, name }: PasswordOwner): boolean {
  const plain = (text: string): string => text.normalize('NFKC').toLowerCase();
  const bare = (text: string): string => plain(text).replace(/[^\p{L}\p{N}]/gu, '');
  const all = [email, email.split('@')[0] ?? '', name, ...`${email} ${name}`.split(/[^\p{L}\p{N}]+/u)]
    .map(bare)
    .sort((a, b) => b.length - a.length);
  const parts = all.filter(part => part.length >= OWN_LEAST);
  const short = all.filter(part => part.length < OWN_LEAST && part.length >= SHORT_LEAST);
  const isOfShort = (word: string): boolean => short.reduce((left, part) => left.replaceAll(part, ''), word) === '';
  const own = [bare(password), bare(plain(password).replace(/[@401!3$57]/g, sign => LETTERS[sign] ?? sign))];
  return own.some(text => {
    const rest = parts.reduce((left, part) => left.replaceAll(part, ' '), text);
    const words = rest.split(/[^\p{L}]+/u).filter(word => word !== '');
    const others = words.filter(word => !isOfShort(word));
    const most = rest === text ? 1 : OTHER_LETTERS;
    return (rest !== text || words.length > 0) && others.join('').length < most;
  });
}

/**
 * Why a password is not allowed; null if it is. Its length matters, how common it is, and whether it is its owner's
 * e-mail or name; symbols and digits are not required. Every way of setting a password goes through here.
 * @param owner null on a device that does not know whose password it is; the server checks again
 */
export function passwordProblem(password: string, owner: PasswordOwner | null): string | null {
  const typed = password.normalize('NFKC').trim();
  if ([...typed].length < PASSWORD_LEAST)
    return `The password must have at least ${PASSWORD_LEAST} characters. Several words make a good password.`;
  if (isCommon(typed)) return 'This is one of the most common passwords. Choose one that only you would think of.';
  if (owner !== null && isOwn(typed, owner))
    return 'The password is hardly more than your own e-mail or name. Choose one that others cannot guess.';
  return null;
}
