import { defineConfig } from 'drizzle-kit'

/** `npm run migration` compares the tables in server/db/schema with the last snapshot and writes the SQL between them. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/db/schema/all.ts',
  out: './server/db/migrations',
})
