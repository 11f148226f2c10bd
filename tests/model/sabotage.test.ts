import { LOCATIONS } from '../../src/sync/testing/shape.ts';
import { describeSabotage } from './describeSabotage.ts';

describeSabotage(LOCATIONS);
