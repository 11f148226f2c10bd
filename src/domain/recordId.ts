/** The maximum number of digits of an id that people type: that of a channel, a 3PL or a place. */
export const ID_DIGITS = 12;

/** The highest id. It is far below 2^53, beyond which adding one to a number may leave it unchanged. */
export const ID_MOST = 10 ** ID_DIGITS - 1;
