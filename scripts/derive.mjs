// Writes what is derived and not committed: the Prisma client, the browser library, the icons of authenticators and the e-mails. Each only when it is outdated.
import { fileURLToPath } from "node:url";
import { writeAuthenticatorIcons } from "./authenticator-icons.mjs";
import { buildClientLibrary } from "./client-library.mjs";
import { writeEmailTemplates } from "./email-templates.mjs";
import { generatePrismaClient } from "./prisma-generate.mjs";

export async function derive() {
  generatePrismaClient();
  writeAuthenticatorIcons();
  await buildClientLibrary();
  await writeEmailTemplates();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await derive();
