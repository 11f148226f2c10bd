import { LOCATIONS } from '../../src/sync/testing/shape.ts';
import { describeHistories } from './describeHistories.ts';

// Ten thousand histories including those in second/, as required of the offline engine.
describeHistories(LOCATIONS, 1250, [1, 2, 3, 4]);
