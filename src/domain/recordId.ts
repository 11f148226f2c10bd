/** The maximum number of digits in an id that people enter, such as the id of a channel, a 3PL or a place. */
export const ID_DIGITS = 12;

/** The highest id. It is far below 2^53, beyond which integers can no longer be represented exactly. */
export const ID_MOST = 10 ** ID_DIGITS - 1;
