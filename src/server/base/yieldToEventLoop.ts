/** Yields to the event loop: between two slices of long work, requests are read and answered. */
export const yieldToEventLoop = (): Promise<void> => new Promise(resolve => setImmediate(resolve));
