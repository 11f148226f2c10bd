/**
 * Lets others in. A conversation with the embedded database never leaves the current turn of the event loop by itself, however
 * many statements it has: without this between two of them no request is even read.
 */
export const yieldToEventLoop = (): Promise<void> => new Promise(resolve => setImmediate(resolve));
