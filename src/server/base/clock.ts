/** Converts a clock of epoch milliseconds to epoch seconds, the unit of stored times. */
export const nowSeconds = ({ now }: { now: () => number }): number => Math.floor(now() / 1000);
