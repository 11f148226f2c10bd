import { describeHistories } from './describeHistories.ts';

// The first of the ten thousand of `npm run test:faults`.
describeHistories(125);
