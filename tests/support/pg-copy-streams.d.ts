/** The parts of the package that tests use. */
declare module 'pg-copy-streams' {
  import type { Duplex, Writable } from 'node:stream';
  import type { Submittable } from 'pg';

  /** COPY ... FROM STDIN: rows are written to it; it finishes when the server has received them. */
  export function from(sql: string): Writable & Submittable;
  /** COPY ... TO STDOUT: rows are read from it. */
  export function to(sql: string): Duplex & Submittable;
}
