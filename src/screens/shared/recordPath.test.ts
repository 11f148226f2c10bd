import { expect, it } from 'vitest';
import { RESOURCES } from '../../contract/resources/all.ts';
import { recordHref } from './recordPath.ts';

it('every declared list has a URL that filters it to a single record', () => {
  const missing = RESOURCES.filter(({ collection }) => recordHref(collection, '1/2/0', null) === undefined);
  expect(missing.map(({ collection }) => collection)).toEqual([]);
  expect(recordHref('threePlOriginLocations', '501/1000004/0', null)).toBe(
    `/carrier/serviceable3pl/origin-location?q=${encodeURIComponent('{"threePlId":501,"type":0,"locationId":1000004,"displayUnsupported":true}')}`,
  );
  expect(recordHref('locations', '1000004', null)).toContain('/carrier/locationTree?q=');
  expect(recordHref('nothing', '1', null)).toBeUndefined();
});
