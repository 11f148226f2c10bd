/**
 * Whether a file's bytes can still be read: if the browser lost them, sending would always look like a network failure.
 */
export const isReadable = (blob: Blob): Promise<boolean> =>
  blob
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
