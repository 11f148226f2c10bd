import { LOCATIONS } from '../../src/sync/testing/shape.ts';
import { describeHistories } from './describeHistories.ts';

// The first of the five thousand histories of `npm run test:faults`; as many run over records of a different shape
// (second/).
describeHistories(LOCATIONS, 125, [1, 2]);
