/** Whether the bytes of a file still are there: what the browser has lost would look like a lost network, for ever. */
export const isReadable = (blob: Blob): Promise<boolean> =>
  blob
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
