/**
 * Lets pending messages and timers run between two slices of work. Does not use a timer, because browsers delay nested
 * timers, from the fifth on, by 4 ms each, which is longer than most slices take.
 */
export function yieldToEventLoop(): Promise<void> {
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel();
    const onMessage = () => {
      port1.close();
      resolve();
    };
    port1.addEventListener('message', onMessage, { once: true });
    port1.start();
    port2.postMessage(null);
  });
}
