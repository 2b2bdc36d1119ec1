import { defineConfig } from "prisma/config";

// Only `prisma migrate` needs the address; `generate` and `validate` run without a database.
export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  datasource: { url: process.env.DATABASE_URL ?? "" },
});
