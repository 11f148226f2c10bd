/** The little of the package that tests use. */
declare module 'pg-copy-streams' {
  import type { Duplex, Writable } from 'node:stream';
  import type { Submittable } from 'pg';

  /** COPY ... FROM STDIN: the rows are written to it; it finishes when the server has taken them. */
  export function from(sql: string): Writable & Submittable;
  /** COPY ... TO STDOUT: the rows are read from it. */
  export function to(sql: string): Duplex & Submittable;
}
