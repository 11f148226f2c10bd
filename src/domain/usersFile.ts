import { isCountry, type Country } from './country.ts';
import { normalise, plainHyphens } from './import/normalise.ts';
import { hasLostLetter, LOST_LETTER } from './lostLetter.ts';

/** Columns of a spreadsheet of users (USER-3, G97). Entities and roles are comma-separated lists. */
export const USER_COLUMNS = ['E-mail', 'Name', 'Privilege', 'Category', 'Entities', 'Roles'] as const;

/** Limits of a user in the calls. A row that exceeds them is reported with its number, instead of refusing the file. */
export const USER_LIMITS = { emailLeast: 3, emailMost: 254, nameMost: 100, rolesMost: 50 } as const;

const PRIVILEGES: Readonly<Record<string, 0 | 1 | 2>> = { systemadmin: 0, entityadmin: 1, normal: 2 };
const CATEGORIES: Readonly<Record<string, 0 | 1 | 2>> = { '': 0, all: 0, crossborder: 1, local: 2 };

/** A user listed in a row of the file. */
export interface UserOfFile {
  email: string;
  name: string;
  privilege: 0 | 1 | 2;
  /** Missing if the file has no such column, so that existing users keep theirs. */
  category?: 0 | 1 | 2;
  entities: Country[];
  /** Missing if the file has no such column. */
  roles?: string[];
}

export interface UsersFile {
  users: UserOfFile[];
  /** Problems, each with its row number in the file. */
  problems: { row: number; problem: string }[];
}

const parts = (text: string): string[] =>
  text
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '');

/** A heading or a word of a list without case, spaces and hyphens: "E-Mail", "e mail" and "Email" are the same. */
const plain = (text: string): string =>
  plainHyphens(normalise(text, 'line'))
    .toLowerCase()
    .replace(/[\s_-]+/g, '');

/** Why a row exceeds the limits of the calls; null if it does not. */
function limitProblem(email: string, name: string, roles: readonly string[]): string | null {
  const { emailLeast, emailMost, nameMost, rolesMost } = USER_LIMITS;
  const long = (label: string, most: number) => `${label} has more than ${most} characters. Shorten it.`;
  if (email.length < emailLeast) return `"${email}" is not an e-mail address.`;
  if (email.length > emailMost) return long('E-mail', emailMost);
  if (name.length > nameMost) return long('Name', nameMost);
  if (roles.some(role => role.length > nameMost)) return long('A name in Roles', nameMost);
  return roles.length > rolesMost ? `Roles has more than ${rolesMost} names. Remove some.` : null;
}

/** Whether a row contains the headings of a spreadsheet of users. */
export const isUsersHead = (row: readonly string[]): boolean =>
  row.some(cell => plain(cell) === plain(USER_COLUMNS[0]));

/**
 * Reads the rows of a spreadsheet of users; the first row with "E-mail" is the header. Nothing is guessed: an unknown
 * word is reported, with its row number.
 * @param cells all rows of the sheet as strings
 */
export function readUsersFile(cells: readonly (readonly string[])[]): UsersFile {
  const head = cells.findIndex(isUsersHead);
  if (head < 0)
    return {
      users: [],
      problems: [{ row: 1, problem: `The file must have a row of headings: ${USER_COLUMNS.join(', ')}.` }],
    };
  const headings = (cells[head] as readonly string[]).map(plain);
  const at = Object.fromEntries(USER_COLUMNS.map(name => [name, headings.indexOf(plain(name))])) as Record<
    (typeof USER_COLUMNS)[number],
    number
  >;
  const missing = USER_COLUMNS.filter(name => at[name] < 0 && !['Category', 'Roles'].includes(name));
  if (missing.length > 0)
    return {
      users: [],
      problems: [
        {
          row: head + 1,
          problem: `The file is missing the column ${missing.join(', ')}. Add it and choose the file again.`,
        },
      ],
    };
  // It would be a guess which of two columns is meant.
  const repeated = USER_COLUMNS.find(name => headings.indexOf(plain(name)) !== headings.lastIndexOf(plain(name)));
  if (repeated !== undefined)
    return {
      users: [],
      problems: [
        {
          row: head + 1,
          problem: `The file has more than one column ${repeated}. Keep one of them and choose the file again.`,
        },
      ],
    };
  const result: UsersFile = { users: [], problems: [] };
  for (const [index, row] of cells.entries()) {
    if (index <= head || row.every(cell => cell.trim() === '')) continue;
    const of = (name: (typeof USER_COLUMNS)[number]): string =>
      at[name] < 0 ? '' : normalise(row[at[name]] ?? '', 'line');
    const refuse = (problem: string) => result.problems.push({ row: index + 1, problem });
    const privilege = PRIVILEGES[plain(of('Privilege'))];
    const category = CATEGORIES[plain(of('Category'))];
    const entities = [...new Set(parts(of('Entities')).map(part => part.toUpperCase()))];
    const roles = [...new Set(parts(of('Roles')))];
    const exceeded = limitProblem(of('E-mail'), of('Name'), roles);
    const unknown = entities.find(entity => !isCountry(entity));
    const lost = USER_COLUMNS.find(name => hasLostLetter(of(name)));
    if (lost !== undefined) refuse(`${lost} ${LOST_LETTER}.`);
    else if (of('E-mail') === '') refuse('E-mail is required.');
    else if (of('Name') === '') refuse('Name is required.');
    else if (exceeded !== null) refuse(exceeded);
    else if (of('Privilege') === '') refuse('Privilege is required: System Admin, Entity Admin or Normal.');
    else if (privilege === undefined)
      refuse(`"${of('Privilege')}" is not a privilege: System Admin, Entity Admin or Normal.`);
    else if (category === undefined) refuse(`"${of('Category')}" is not a category: All, Cross Border or Local.`);
    else if (unknown !== undefined) refuse(`"${unknown}" is not an entity: write country codes, such as ID, MY.`);
    else {
      result.users.push({
        email: of('E-mail'),
        name: of('Name'),
        privilege,
        ...(at.Category < 0 ? {} : { category }),
        entities: entities.filter(isCountry),
        ...(at.Roles < 0 ? {} : { roles }),
      });
    }
  }
  if (result.users.length === 0 && result.problems.length === 0) refuseEmpty(result, head);
  return result;
}

const refuseEmpty = (result: UsersFile, head: number): void => {
  result.problems.push({ row: head + 2, problem: 'There are no users below the headings. Add a row for each user.' });
};
