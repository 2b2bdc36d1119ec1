// Writes what is derived and not committed: the Prisma client, the browser library, the icons of
// authenticators, the e-mails, the guides and what the hosted pages load. Each only when it is
// outdated.
import "./package/require-node.mjs";
import { fileURLToPath } from "node:url";
import { writeAuthenticatorIcons } from "./authenticator-icons.mjs";
import { buildClientLibrary } from "./client-library.mjs";
import { writeEmailTemplates } from "./email-templates.mjs";
import { writeGuides } from "./guides.mjs";
import { writeHostedAssets } from "./hosted-assets.mjs";
import { generatePrismaClient } from "./prisma-generate.mjs";

export async function derive() {
  generatePrismaClient();
  writeAuthenticatorIcons();
  await buildClientLibrary();
  await writeEmailTemplates();
  await writeGuides();
  await writeHostedAssets();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await derive();
