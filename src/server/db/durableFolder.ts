import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { eachAtOnce } from '../base/eachAtOnce.ts';
import { logProblem } from '../base/logProblem.ts';

/** The parts of Emscripten's file system that are used here but are missing from its types. */
interface FileNode {
  name: string;
  parent: FileNode;
}
interface FileStream {
  nfd?: number;
  node: FileNode;
}
interface NodeFileSystem {
  realPath: (node: FileNode) => string;
  node_ops: {
    mknod: (parent: FileNode, ...rest: unknown[]) => FileNode;
    rename: (node: FileNode, parent: FileNode, name: string) => void;
    unlink: (parent: FileNode, name: string) => void;
  };
  stream_ops: {
    fsync?: (stream: FileStream) => number;
    write: (stream: FileStream, ...rest: unknown[]) => number;
  };
}

type Emscripten = Parameters<NodeFS['init']>[1];

/** Emscripten's number for EIO. */
const EIO = 29;

/** An error that Emscripten accepts as its own, because it recognizes errors by name and number. */
const notMine = (): Error =>
  Object.assign(new Error('The data folder no longer belongs to this server.'), { name: 'ErrnoError', errno: EIO });

/** PGlite's usual parameters for PostgreSQL, but with fsync. PGlite passes on only fsync(2), not fdatasync(2). */
export const DURABLE_START = [
  '--single',
  '-O',
  '-j',
  ...[
    'search_path=public',
    'exit_on_error=false',
    'log_checkpoints=false',
    'max_worker_processes=0',
    'max_parallel_workers=0',
    'max_parallel_workers_per_gather=0',
    'io_method=sync',
    'max_parallel_maintenance_workers=0',
    'wal_sync_method=fsync',
  ].flatMap(setting => ['-c', setting]),
];

/** Flushes a file, or a folder's directory entries, to disk. The thread waits for the disk. */
export function syncPath(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Flushes a file, or a folder's directory entries, to disk while the thread does other work. */
export async function flushPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Flushes a folder and everything in it to disk while the thread does other work. */
export async function flushTree(folder: string): Promise<void> {
  await eachAtOnce(await readdir(folder, { withFileTypes: true }), async entry => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await flushTree(path);
    else if (entry.isFile()) await flushPath(path);
  });
  await flushPath(folder);
}

/**
 * The folder of the embedded database. Unlike PGlite's own implementation, which never flushes, it ensures that
 * acknowledged commits are on disk.
 */
export class DurableFolder extends NodeFS {
  /** Folders whose entries were created, changed or removed since they were last flushed. */
  readonly #renamed = new Set<string>();
  readonly #isMine: () => boolean;

  /**
   * @param isMine whether this process may still write: a statement that was running when the process was suspended
   * continues after it resumes
   */
  constructor(folder: string, isMine: () => boolean = () => true) {
    super(folder);
    this.#isMine = isMine;
  }

  override async init(pg: PGlite, options: Emscripten): ReturnType<NodeFS['init']> {
    const made = await super.init(pg, options);
    const preRun = [...(made.emscriptenOpts.preRun ?? [])];
    preRun.unshift((module: unknown) => {
      this.#flush((module as { NODEFS: NodeFileSystem }).NODEFS);
    });
    return { emscriptenOpts: { ...made.emscriptenOpts, preRun } };
  }

  #flush(files: NodeFileSystem): void {
    const { node_ops: nodes, stream_ops: streams } = files;
    const { mknod, rename, unlink } = nodes;
    nodes.mknod = (parent, ...rest) => {
      const node = mknod(parent, ...rest);
      this.#renamed.add(files.realPath(parent));
      return node;
    };
    nodes.rename = (node, parent, name) => {
      this.#renamed.add(files.realPath(node.parent)).add(files.realPath(parent));
      rename(node, parent, name);
    };
    nodes.unlink = (parent, name) => {
      this.#renamed.add(files.realPath(parent));
      unlink(parent, name);
    };
    const { write } = streams;
    streams.write = (stream, ...rest) => {
      if (!this.#isMine()) throw notMine();
      return write(stream, ...rest);
    };
    streams.fsync = stream => {
      try {
        if (!this.#isMine()) return EIO;
        if (stream.nfd === undefined) syncPath(files.realPath(stream.node));
        else fsyncSync(stream.nfd);
        for (const folder of this.#renamed) this.#syncFolder(folder);
        this.#renamed.clear();
        return 0;
      } catch (error) {
        logProblem(`The database's files cannot be flushed to the disk: ${(error as Error).message}`);
        return EIO;
      }
    };
  }

  #syncFolder(folder: string): void {
    try {
      syncPath(folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      // The folder was removed in the meantime, as happens to folders for temporary files.
      this.#renamed.add(dirname(folder));
    }
  }
}
