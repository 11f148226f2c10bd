import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgresServer.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a real PostgreSQL for this run; null where none can be started. */
    postgresUrl: string | null;
  }
}

/** Starts one PostgreSQL for the whole run of the server's tests; each test file makes its own database in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  try {
    const server = await startPostgres();
    project.provide('postgresUrl', server.url);
    return () => server.stop();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.warn(`\n*** PostgreSQL cannot be started here; its half of the server's tests is skipped. ${reason}\n`);
    project.provide('postgresUrl', null);
    return () => Promise.resolve();
  }
}
