import { LOCATIONS } from '../../src/sync/testing/shape.ts';
import { describeHistories } from './describeHistories.ts';

// The first of the five thousand histories run by `npm run test:faults`; second/ runs the same number with records of a
// different shape.
describeHistories(LOCATIONS, 125, [1, 2]);
