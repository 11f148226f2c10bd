import { expect, it } from 'vitest';
import { readUsersFile } from './usersFile.ts';

const HEAD = ['E-mail', 'Name', 'Privilege', 'Category', 'Entities', 'Roles'];

it('users are read from the rows below titles and headings, and empty rows are skipped', () => {
  const { users, problems } = readUsersFile([
    ['New colleagues'],
    HEAD,
    ['ana@x.example', 'Ana', 'Normal', 'Local', 'id, MY', 'editor, viewer'],
    ['', ''],
    ['bo@x.example', 'Bo', 'entity admin', '', 'TH', ''],
  ]);
  expect(problems).toEqual([]);
  expect(users).toEqual([
    {
      email: 'ana@x.example',
      name: 'Ana',
      privilege: 2,
      category: 2,
      entities: ['ID', 'MY'],
      roles: ['editor', 'viewer'],
    },
    { email: 'bo@x.example', name: 'Bo', privilege: 1, category: 0, entities: ['TH'], roles: [] },
  ]);
});

it.each([
  [['', 'Ana', 'Normal', '', 'ID', ''], 'E-mail is required'],
  [['a@x', '', 'Normal', '', 'ID', ''], 'Name is required'],
  [['d4', 'Ana', 'Normal', '', 'ID', ''], '"d4" is not an e-mail address'],
  [[`${'a'.repeat(250)}@x.id`, 'Ana', 'Normal', '', 'ID', ''], 'E-mail has more than 254 characters'],
  [['a@x', 'A'.repeat(101), 'Normal', '', 'ID', ''], 'Name has more than 100 characters'],
  [['a@x', 'Ana', 'Normal', '', 'ID', 'R'.repeat(101)], 'A name in Roles has more than 100 characters'],
  [['a@x', 'Ana', 'Normal', '', 'ID', Array.from({ length: 51 }, (_, n) => n).join()], 'Roles has more than 50 names'],
  [['a@x', 'Ana', '', '', 'ID', ''], 'Privilege is required'],
  [['a@x', 'Ana', 'Boss', '', 'ID', ''], '"Boss" is not a privilege'],
  [['a@x', 'Ana', 'Normal', 'Far', 'ID', ''], '"Far" is not a category'],
  [['a@x', 'Ana', 'Normal', '', 'ID, XX', ''], '"XX" is not an entity'],
])('the row %j is refused, with its row number and the reason', (row, reason) => {
  const { users, problems } = readUsersFile([HEAD, row]);
  expect(users).toEqual([]);
  expect(problems).toEqual([{ row: 2, problem: expect.stringContaining(reason) }]);
});

it('a file without headings, a required column or users is refused, and the message says what is missing', () => {
  expect(readUsersFile([['a', 'b']]).problems[0]?.problem).toContain('row of headings');
  expect(readUsersFile([['E-mail', 'Name']]).problems[0]?.problem).toContain(
    'is missing the column Privilege, Entities',
  );
  expect(readUsersFile([HEAD]).problems[0]?.problem).toContain('no users');
});

it('values of missing optional columns are omitted, so that existing users keep their category and roles', () => {
  const { users } = readUsersFile([
    ['E-mail', 'Name', 'Privilege', 'Entities'],
    ['ana@x.example', 'Ana', 'Normal', 'ID'],
  ]);
  expect(users).toEqual([{ email: 'ana@x.example', name: 'Ana', privilege: 2, entities: ['ID'] }]);
});

it('headings and words are recognized in any case, with or without hyphens and spaces, and without invisible characters', () => {
  const { users, problems } = readUsersFile([
    ['\ufeffE\u2011MAIL ', ' name', 'PRIVILEGE', 'category', 'Entities\u200b', 'ROLES'],
    ['jose\u0301@x.example', 'Jose\u0301', 'System-Admin', 'Cross\ufe63Border', 'th', ''],
    ['a+b@x.example', 'A  B', 'entity_admin', 'CROSS BORDER', 'TH', ''],
  ]);
  expect(problems).toEqual([]);
  expect(users).toMatchObject([
    { email: 'jos\u00e9@x.example', name: 'Jos\u00e9', privilege: 0, category: 1 },
    { email: 'a+b@x.example', name: 'A B', privilege: 1, category: 1 },
  ]);
  expect(
    readUsersFile([
      ['e mail', 'Name', 'Privilege', 'Entities'],
      ['a@x', 'A', 'normal', 'ID'],
    ]).users,
  ).toHaveLength(1);
});

it('a file with two columns of the same meaning is refused, because it would be a guess which one is meant', () => {
  const { users, problems } = readUsersFile([
    ['E-mail', 'Email', 'Name', 'Privilege', 'Entities'],
    ['ana@x.example', 'bo@x.example', 'Ana', 'Normal', 'ID'],
  ]);
  expect(users).toEqual([]);
  expect(problems).toEqual([
    { row: 1, problem: 'The file has more than one column E-mail. Keep one of them and choose the file again.' },
  ]);
});

it('an entity or a role that a row names twice counts once', () => {
  const { users } = readUsersFile([HEAD, ['ana@x.example', 'Ana', 'Normal', '', 'ID, id', 'editor, editor']]);
  expect(users).toMatchObject([{ entities: ['ID'], roles: ['editor'] }]);
});
