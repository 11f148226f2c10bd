/**
 * Runs in a page before its own code: collects everything that the page posts on any BroadcastChannel, as JSON, in the
 * page's global variable `posted`.
 */
export function keepPosted(): void {
  const posted: string[] = [];
  Object.assign(globalThis, { posted });
  const post = BroadcastChannel.prototype.postMessage;
  BroadcastChannel.prototype.postMessage = function (this: BroadcastChannel, message: unknown) {
    posted.push(JSON.stringify(message));
    post.call(this, message);
  };
}
