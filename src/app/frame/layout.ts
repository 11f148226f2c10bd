/** Measures that several parts of the frame share. */

/** At-rule below which the navigation is a drawer. */
export const PHONE = '@media (max-width: 639px)';
export const NARROW = '@media (max-width: 899px)';
/** The same as a query. */
export const NARROW_QUERY = '(max-width: 899px)';
/** Where the breadcrumb finds room in the top bar. */
export const WIDE = '@media (min-width: 1100px)';
export const WIDE_QUERY = '(min-width: 1100px)';

/** A window too low for more than the list's own lines, e.g. 1280 x 800 at a zoom of 200 %. */
export const LOW = '@media (max-height: 480px)';

/** The top bar; a low window sets it lower (base.css). */
export const HEADER_HEIGHT = 'var(--header-height)';
/** The strip at the bottom that belongs to notices alone (base.css, NoticeStack). */
export const NOTICES_ROOM = 'var(--notices-room)';
export const NAV_WIDTH = '264px';
export const NAV_COLLAPSED = '52px';
