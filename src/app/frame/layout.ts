/** Dimensions shared by several parts of the frame. */

/** Media query, as an at-rule, for the widths at which the navigation is a drawer. */
export const PHONE = '@media (max-width: 639px)';
export const NARROW = '@media (max-width: 899px)';
/** The same query for `matchMedia`. */
export const NARROW_QUERY = '(max-width: 899px)';
/** Widths at which the top bar has room for the breadcrumb. */
export const WIDE = '@media (min-width: 1100px)';
export const WIDE_QUERY = '(min-width: 1100px)';

/** A window too short to fit more than the list's rows, e.g. 1280 x 800 at 200% zoom. */
export const LOW = '@media (max-height: 480px)';

/** Height of the top bar; a short window makes it smaller (base.css). */
export const HEADER_HEIGHT = 'var(--header-height)';
/** Height of the strip reserved for notices at the bottom (base.css, NoticeStack). */
export const NOTICES_ROOM = 'var(--notices-room)';
export const NAV_WIDTH = '264px';
export const NAV_COLLAPSED = '52px';
