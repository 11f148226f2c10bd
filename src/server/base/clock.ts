/** Converts the time of a clock in epoch milliseconds to epoch seconds, in which times are stored. */
export const nowSeconds = ({ now }: { now: () => number }): number => Math.floor(now() / 1000);
