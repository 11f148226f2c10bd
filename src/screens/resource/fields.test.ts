import { describe, expect, it } from 'vitest';
import { sheetOf } from '../../contract/resources/sheets.ts';
import { stint } from '../../../tests/support/kinds.ts';
import { importOf } from '../../contract/resourceSheet.ts';
import { fieldError } from '../../ui/form/formState.ts';
import { channelCdt } from '../../contract/resources/channelCdt.ts';
import { channelLocation } from '../../contract/resources/channelLocation.ts';
import { formFields, initialValue, namesOfOwners, NO_OWNERS } from './fields.tsx';
import { screenOf } from './screen.tsx';
import { offeredChoices } from '../../contract/fields/choice.ts';
import { rate } from '../../contract/resources/rate.ts';
import { shippingFeeRule } from '../../contract/resources/shippingFeeRule.ts';
import { shop } from '../../contract/resources/shop.ts';
import { CATEGORY } from '../../domain/permission.ts';

const said = (name: string, value: unknown): (string | null)[] =>
  formFields(stint, 'ID', [name], NO_OWNERS).map(field => fieldError(field, { [name]: value }));

it('a number that lists show as a word names the number to type for each word that is allowed', () => {
  const hintOf = (resource: typeof shop | typeof shippingFeeRule) =>
    formFields(resource, 'ID', ['shopGroup'], NO_OWNERS).map(({ hint }) => hint);
  expect(hintOf(shippingFeeRule)).toEqual(['Enter 0 for default, -1 for fallback.']);
  expect(hintOf(shop)).toEqual(['Enter 0 for default.']);
});

const column = (name: string) => importOf(sheetOf(stint)).columns.find(({ key }) => key === name);

describe('optional fields', () => {
  it.each([
    ['remark', ''],
    ['remark', ' \u200b '],
    ['delta', ''],
    ['ended', ''],
    ['shift', null],
  ])('neither the form nor a file requires %s', (name, empty) => {
    expect(said(name, empty)).toEqual([null]);
    expect(column(name)?.required).toBe('no');
  });

  it('an optional choice starts out empty', () => {
    expect(initialValue(stint.fields.shift, undefined, CATEGORY.all)).toBeNull();
    expect(initialValue(stint.fields.shift, 2, CATEGORY.all)).toBe(2);
  });

  it('the category is preselected if the person has only one (PERM-17)', () => {
    const { category } = rate.fields;
    expect(initialValue(category, undefined, CATEGORY.all)).toBe(CATEGORY.local);
    expect(initialValue(category, undefined, CATEGORY.crossBorder)).toBe(CATEGORY.crossBorder);
    expect(offeredChoices(category, CATEGORY.crossBorder).map(({ label }) => label)).toEqual(['CrossBorder']);
    // A value that the record already has is displayed and can be kept.
    expect(offeredChoices(category, CATEGORY.crossBorder, CATEGORY.local)).toHaveLength(2);
    expect(offeredChoices(category, CATEGORY.all)).toHaveLength(2);
  });

  it.each([
    ['note', ' \u200b ', 'Note is required'],
    ['weight', '', 'Weight is required'],
  ])('the form requires %s', (name, empty, problem) => {
    expect(said(name, empty)).toEqual([problem]);
    expect(column(name)?.required).toBe('write');
  });
});

it('a card shows every field that an edit can change, including switches', () => {
  const fields = { ...channelLocation.fields, weight: stint.fields.weight };
  const resource = { ...channelLocation, fields, edit: ['canDeliver', 'weight'] };
  const page = { id: 'cards', history: () => '', texts: { idle: '', empty: '', none: '' } };
  expect(screenOf({ ...page, resource }).card?.fields).toEqual(['canDeliver', 'weight']);
  expect(screenOf({ ...page, resource: channelLocation }).card?.fields).toEqual(channelLocation.edit);
});

it('a new record shows the names of its channel or 3PL before the server has written them', () => {
  const owners = { channel: [{ id: 7, name: 'JNE' }], '3pl': undefined };
  expect(namesOfOwners(channelLocation, owners, { channelId: 7 })).toEqual({ channelName: 'JNE' });
  expect(namesOfOwners(channelCdt, owners, { channelId: 7 })).toEqual({ name: 'JNE' });
  expect(namesOfOwners(channelCdt, owners, { channelId: 8 })).toEqual({ name: '' });
});
