// Writes what is derived and not committed: the Prisma client and the browser library. Each only when it is outdated.
import { fileURLToPath } from "node:url";
import { buildClientLibrary } from "./client-library.mjs";
import { generatePrismaClient } from "./prisma-generate.mjs";

export async function derive() {
  generatePrismaClient();
  await buildClientLibrary();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await derive();
