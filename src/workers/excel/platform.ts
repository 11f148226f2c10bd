import type { Deflate } from '../../domain/sheet/writeWorkbook.ts';
import type { SheetPlatform } from '../../domain/sheet/unpack.ts';

/**
 * The readers' platform in the browser: a selected file, read in slices without copying it, and the browser's own
 * inflate.
 */
export function blobPlatform(file: Blob): SheetPlatform {
  return {
    source: {
      size: file.size,
      read: async (start, end) => new Uint8Array(await file.slice(start, end).arrayBuffer()),
    },
    gunzip: (head, start, end, tail) =>
      chunksOf(
        inPieces(
          new Blob([head as Uint8Array<ArrayBuffer>, file.slice(start, end), tail as Uint8Array<ArrayBuffer>]).stream(),
        ).pipeThrough(new DecompressionStream('gzip')),
      ),
    // The file was moved, locked or changed after it was selected.
    isDeviceError: error =>
      error instanceof DOMException && ['NotReadableError', 'NotFoundError', 'SecurityError'].includes(error.name),
  };
}

/** Number of compressed bytes inflated at once; they grow at most a thousandfold. */
const PIECE = 32_768;

/**
 * A file's stream in small chunks, each read on demand. The browser inflates a whole chunk before it returns any of it,
 * and a blob's chunks are 2 MB: a zip bomb would be inflated in memory before its first byte is counted.
 */
function inPieces(stream: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  let rest = new Uint8Array(0);
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: async controller => {
        if (rest.length === 0) {
          const { done, value } = await reader.read();
          if (done) return controller.close();
          rest = value;
        }
        controller.enqueue(rest.subarray(0, PIECE));
        rest = rest.subarray(PIECE);
      },
      cancel: reason => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** The browser's own deflate, fed as fast as it accepts data. */
export const deflateRaw: Deflate = chunks => {
  const source = chunks[Symbol.iterator]();
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: controller => {
      const next = source.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value as Uint8Array<ArrayBuffer>);
    },
  });
  return chunksOf(stream.pipeThrough(new CompressionStream('deflate-raw')));
};

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // If the reader stopped early, the rest is not inflated.
    await reader.cancel().catch(() => undefined);
  }
}
