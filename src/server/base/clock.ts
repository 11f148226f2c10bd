/** Epoch seconds of a clock of epoch milliseconds: the unit of stored times. */
export const nowSeconds = ({ now }: { now: () => number }): number => Math.floor(now() / 1000);
