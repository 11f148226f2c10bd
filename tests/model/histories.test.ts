import { LOCATIONS } from '../../src/sync/testing/shape.ts';
import { describeHistories } from './describeHistories.ts';

// The first of the five thousand histories of `npm run test:faults`; the same number run with records of a different
// shape (second/).
describeHistories(LOCATIONS, 125, [1, 2]);
