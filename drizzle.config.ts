import { defineConfig } from 'drizzle-kit';

/** `npm run db:generate` writes the next migration from the schema; the server applies them at start. */
export default defineConfig({
  dialect: 'postgresql',
  schema: [
    'schema',
    'auditSchema',
    'scimSchema',
    'importSchema',
    'jobSchema',
    'recordSchema',
    'rateSchema',
    'reconSchema',
    'personSchema',
  ].map(name => `./src/server/db/${name}.ts`),
  out: './src/server/db/migrations',
});
