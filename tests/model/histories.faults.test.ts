import { LOCATIONS } from '../../src/sync/testing/shape.ts';
import { describeHistories } from './describeHistories.ts';

// Ten thousand histories with those of second/, the offline engine's bar.
describeHistories(LOCATIONS, 1250, [1, 2, 3, 4]);
