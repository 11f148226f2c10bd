import { LOCATIONS } from '../../src/sync/testing/shape.ts';
import { describeAlone } from './describeAlone.ts';

describeAlone(LOCATIONS);
