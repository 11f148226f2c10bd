/** Measures that several parts of the frame share. */

/** At-rule below which the navigation is a drawer. */
export const PHONE = '@media (max-width: 639px)';
export const NARROW = '@media (max-width: 899px)';
/** The same as a query. */
export const NARROW_QUERY = '(max-width: 899px)';

export const HEADER_HEIGHT = '48px';
export const NAV_WIDTH = '264px';
export const NAV_COLLAPSED = '52px';
