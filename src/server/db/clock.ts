/**
 * SQL: the database's clock. Whether a process is still alive is measured by it, because the clocks of the API
 * processes' hosts may differ by more than the time after which a process counts as dead.
 */
const NOW = 'extract(epoch FROM clock_timestamp())';

/** SQL: the database's clock in epoch milliseconds. */
export const NOW_MILLIS = `(${NOW} * 1000)::int8`;

/** SQL: the database's clock in epoch seconds. */
export const NOW_SECONDS = `${NOW}::int8`;
