import { makeStyles } from '@fluentui/react-components';

/** A table of long texts: on a phone it scrolls sideways rather than breaking words letter by letter. */
export const useWideTable = makeStyles({ table: { minWidth: '680px' } });
