/** Returns epoch seconds, the unit of stored times, from a clock of epoch milliseconds. */
export const nowSeconds = ({ now }: { now: () => number }): number => Math.floor(now() / 1000);
