/** Whether a file's bytes still exist: if the browser lost them, sending would look like a lost network forever. */
export const isReadable = (blob: Blob): Promise<boolean> =>
  blob
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
