/**
 * Lets pending messages and timers be handled between two slices of work. Does not use a timer: from the fifth nested
 * one on, browsers delay each by 4 ms, which is longer than most slices take.
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
