/** The parts of the package that the tests use. */
declare module 'pg-copy-streams' {
  import type { Duplex, Writable } from 'node:stream';
  import type { Submittable } from 'pg';

  /** COPY ... FROM STDIN: rows are written to the stream, which finishes once the server has received them. */
  export function from(sql: string): Writable & Submittable;
  /** COPY ... TO STDOUT: rows are read from the stream. */
  export function to(sql: string): Duplex & Submittable;
}
