import { defineConfig } from 'drizzle-kit';

/** `npm run db:generate` writes the next migration from the schema; the server applies them at start. */
export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/server/db/schema.ts', './src/server/db/importSchema.ts', './src/server/db/recordSchema.ts'],
  out: './src/server/db/migrations',
});
