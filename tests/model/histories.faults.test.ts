import { describeHistories } from '../model/describeHistories.ts';

// Ten thousand histories, the offline engine's bar.
describeHistories(2500);
