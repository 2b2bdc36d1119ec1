// Writes what is derived and not committed: the Prisma client, the browser library and the icons of authenticators. Each only when it is outdated.
import { fileURLToPath } from "node:url";
import { writeAuthenticatorIcons } from "./authenticator-icons.mjs";
import { buildClientLibrary } from "./client-library.mjs";
import { generatePrismaClient } from "./prisma-generate.mjs";

export async function derive() {
  generatePrismaClient();
  writeAuthenticatorIcons();
  await buildClientLibrary();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await derive();
