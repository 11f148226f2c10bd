import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accountProblem,
  explain,
  ENTITY_ADMIN_CODES,
  GRANTABLE_CODES,
  grantProblem,
  roleChange,
  strongerProblem,
  type Administrator,
} from './administration.ts';
import { COUNTRY_CODES } from './country.ts';
import { ADMINISTRATION, allows, FEATURE, PRIVILEGE, STATUS, SYSTEM, type Privilege } from './permission.ts';

const CODE = FEATURE.serviceCode;
const entityAdmin: Administrator = {
  email: 'th.admin@x',
  privilege: PRIVILEGE.entityAdmin,
  codes: { TH: [`${CODE}.read`, `${CODE}.write`] },
  entities: [{ country: 'TH' }],
};
const systemAdmin: Administrator = { email: 'root@x', privilege: PRIVILEGE.systemAdmin, codes: {}, entities: [] };
const normal: Administrator = { ...entityAdmin, email: 'n@x', privilege: PRIVILEGE.normal };

describe('granting permissions', () => {
  it('granting a code that the granter lacks is refused, and the message names the code', () => {
    const problem = grantProblem(entityAdmin, [
      { entity: 'TH', codes: [`${CODE}.read`, `${FEATURE.locationTree}.read`] },
    ]);
    expect(problem).toContain(`${FEATURE.locationTree}.read`);
  });

  it('granting permissions in an entity that the granter does not administer is refused, and the message names the entity', () => {
    expect(grantProblem(entityAdmin, [{ entity: 'MY', codes: [] }])).toContain('Malaysia');
  });

  it('an Entity Admin may grant their own permissions, a System Admin any, and a Normal user none', () => {
    const own = [{ entity: 'TH', codes: [`${CODE}.write`] }] as const;
    expect(grantProblem(entityAdmin, own)).toBeNull();
    expect(grantProblem(systemAdmin, [{ entity: 'MY', codes: GRANTABLE_CODES }])).toBeNull();
    expect(grantProblem(normal, own)).not.toBeNull();
  });

  it('nobody may grant permissions that they lack', () => {
    fc.assert(
      fc.property(fc.subarray([...GRANTABLE_CODES]), fc.subarray([...GRANTABLE_CODES]), (had, given) => {
        const granter = { ...entityAdmin, codes: { TH: had } };
        const allowed = grantProblem(granter, [{ entity: 'TH', codes: given }]) === null;
        expect(allowed).toBe(given.every(code => allows(granter, 'TH', code)));
      }),
    );
  });
});

it('an account with more permissions than the administrator cannot be changed, and a reason is given', () => {
  const held = [{ entity: 'TH' as const, codes: [`${FEATURE.locationTree}.read`] }];
  expect(strongerProblem(entityAdmin, 'u@x', held)).toContain(`${FEATURE.locationTree}.read in Thailand`);
  expect(strongerProblem(entityAdmin, 'u@x', [{ entity: 'TH', codes: [`${CODE}.read`] }])).toBeNull();
  expect(strongerProblem(systemAdmin, 'u@x', held)).toBeNull();
});

describe('changing a user account', () => {
  const user = { email: 'u@x', privilege: PRIVILEGE.normal, entities: ['TH'] as const };

  it('only someone who administers all of an account’s entities can change the account', () => {
    expect(accountProblem(entityAdmin, user, user)).toBeNull();
    expect(accountProblem(entityAdmin, { ...user, entities: ['TH', 'MY'] }, user)).toContain('Malaysia');
    expect(accountProblem(entityAdmin, null, { ...user, entities: [] })).not.toBeNull();
    expect(accountProblem(normal, user, user)).not.toBeNull();
  });

  it('an Entity Admin cannot promote anyone to System Admin', () => {
    expect(accountProblem(entityAdmin, user, { ...user, privilege: PRIVILEGE.systemAdmin })).toContain('System Admin');
    expect(accountProblem(entityAdmin, { ...user, privilege: PRIVILEGE.systemAdmin }, null)).toContain('System Admin');
  });

  it('nobody can remove their own privilege', () => {
    const own = { email: 'root@x', privilege: PRIVILEGE.systemAdmin, entities: [] };
    expect(accountProblem(systemAdmin, own, { ...own, privilege: PRIVILEGE.normal })).toContain('your own');
    expect(accountProblem(systemAdmin, own, null)).toContain('your own');
    expect(accountProblem(systemAdmin, own, own)).toBeNull();
  });
});

describe('explaining a permission', () => {
  const roles = [{ name: 'R2', entity: 'ID', codes: [`${CODE}.write`] }] as const;
  const may = { status: STATUS.normal, whitelisted: true };
  const person = { ...may, privilege: PRIVILEGE.normal, entities: ['ID', 'MY'] as const, roles };

  it('the explanation names the role and entity that grant a permission, or what is missing', () => {
    expect(explain(person, 'ID', `${CODE}.write`)).toMatchObject({ allowed: true, why: 'From R2, ID.' });
    expect(explain(person, 'MY', `${CODE}.write`)).toMatchObject({ allowed: false, why: 'No role in Malaysia.' });
    expect(explain(person, 'ID', `${CODE}.read`).why).toBe(`R2 in Indonesia does not grant ${CODE}.read.`);
    expect(explain(person, 'TH', CODE).why).toBe('Does not work in Thailand.');
  });

  it('the explanation says no if the person cannot sign in or the entity is disabled', () => {
    for (const privilege of [PRIVILEGE.systemAdmin, PRIVILEGE.normal]) {
      const own = { ...person, privilege };
      const of = (who: Parameters<typeof explain>[0], isActive = true) => explain(who, 'ID', `${CODE}.write`, isActive);
      expect(of({ ...own, status: STATUS.disabled })).toMatchObject({
        allowed: false,
        why: 'The account is disabled.',
      });
      expect(of({ ...own, whitelisted: false })).toMatchObject({ allowed: false, why: 'Not on the whitelist.' });
      expect(of(own, false)).toMatchObject({ allowed: false, why: 'Indonesia is not an active entity.' });
      expect(of(own)).toMatchObject({ allowed: true });
    }
  });

  it('for a permission that no role grants, the explanation names the privilege that grants it', () => {
    const code = `${ADMINISTRATION}.write`;
    const why = (privilege: Privilege, asked = code) => explain({ ...person, privilege }, 'ID', asked);
    expect(why(PRIVILEGE.entityAdmin)).toMatchObject({ allowed: true, why: 'An Entity Admin administers Indonesia.' });
    expect(why(PRIVILEGE.normal)).toMatchObject({ allowed: false, why: 'Only administrators have this.' });
    expect(why(PRIVILEGE.systemAdmin)).toMatchObject({ allowed: true });
    expect(why(PRIVILEGE.entityAdmin, `${SYSTEM}.read`)).toMatchObject({
      allowed: false,
      why: 'Only a System Admin has this.',
    });
  });

  it('an Entity Admin manages shops without a role, but no shipping fee rules', () => {
    const chief = { ...person, privilege: PRIVILEGE.entityAdmin };
    for (const code of [FEATURE.shop, `${FEATURE.shop}.read`, `${FEATURE.shop}.write`])
      expect(explain(chief, 'MY', code)).toEqual({
        code,
        allowed: true,
        from: [],
        why: 'An Entity Admin manages the shops of Malaysia.',
      });
    expect(explain(chief, 'MY', `${FEATURE.shippingFeeRule}.read`).allowed).toBe(false);
    expect(explain(chief, 'TH', `${FEATURE.shop}.read`).allowed).toBe(false);
  });

  it('the explanation is yes if and only if the permission check passes', () => {
    const codes = fc.subarray([...GRANTABLE_CODES]);
    const asked = fc.constantFrom(...GRANTABLE_CODES, ...Object.values(FEATURE));
    const entity = fc.constantFrom(...COUNTRY_CODES);
    fc.assert(
      fc.property(codes, codes, entity, asked, fc.constantFrom(0, 1, 2), (first, second, where, code, privilege) => {
        const held = [first, second].map((own, at) => ({ name: `R${at}`, entity: 'ID' as const, codes: own }));
        const { allowed } = explain({ ...may, privilege, entities: ['ID'], roles: held }, where, code);
        const own = privilege === PRIVILEGE.entityAdmin ? ENTITY_ADMIN_CODES : [];
        expect(allowed).toBe(allows({ privilege, codes: { ID: [...first, ...second, ...own] } }, where, code));
      }),
    );
  });
});

describe('changing a role', () => {
  const holders = [
    { email: 'a@x', otherCodes: [] },
    { email: 'b@x', otherCodes: ['x.read'] },
  ];

  it('changing a role removes only permissions that no other role grants to a person', () => {
    expect(roleChange(['x.read', 'y.read'], ['y.read', 'z.read'], holders, 'ID', [])).toEqual({
      lost: [{ email: 'a@x', codes: ['x.read'], pages: [] }],
      gained: [
        { email: 'a@x', codes: ['z.read'], pages: [] },
        { email: 'b@x', codes: ['z.read'], pages: [] },
      ],
    });
  });

  it('a permission is neither lost nor gained if another one includes it or the privilege grants it', () => {
    const [rules, shops] = [`${FEATURE.shippingFeeRule}.read`, `${FEATURE.shop}.read`];
    const pages = [{ name: 'Shops', permission: FEATURE.shop }];
    const people = [
      { email: 'n@x', otherCodes: [] },
      { email: 'chief@x', otherCodes: ENTITY_ADMIN_CODES },
    ];
    const change = (from: string[], to: string[]) => roleChange(from, to, people, 'ID', pages);
    expect(change([rules, shops], [rules])).toEqual({ lost: [], gained: [] });
    expect(change([rules], [rules, shops])).toEqual({ lost: [], gained: [] });
    expect(change([shops], [])).toEqual({
      lost: [{ email: 'n@x', codes: [shops], pages: ['Shops'] }],
      gained: [],
    });
    expect(change([rules], [])).toEqual({
      lost: [
        { email: 'n@x', codes: [rules, shops], pages: ['Shops'] },
        { email: 'chief@x', codes: [rules], pages: [] },
      ],
      gained: [],
    });
  });

  it('a page is lost only if no permission that remains opens it', () => {
    const pages = [
      { name: 'X', permission: 'x' },
      { name: 'Everybody', permission: '' },
    ];
    const lostPages = (from: string[], to: string[]) =>
      roleChange(from, to, holders, 'ID', pages).lost.map(own => [own.email, own.pages]);
    expect(lostPages(['x.read'], [])).toEqual([['a@x', ['X']]]);
    expect(lostPages(['x.read', 'x.write'], ['x.read'])).toEqual([
      ['a@x', []],
      ['b@x', []],
    ]);
  });
});
