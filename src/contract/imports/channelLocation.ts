import { importOf } from '../resourceSheet.ts';
import { locationSheet } from '../resources/sheets.ts';

/** Import of serviceable locations (channels spec 2.4, 5; SAL-2, SAL-14, UPLOAD-19, G64). */
export const channelLocationImport = importOf(locationSheet);
