import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RunningConfig } from "@/lib/config";
import { createApiKey } from "@/lib/domain/api-key/create-api-key";
import type { Service } from "@/lib/domain/context";
import { getSystemTenancy } from "@/lib/domain/operator/get-system-tenancy";
import { createTenancy } from "@/lib/domain/tenancy/create-tenancy";
import { findTenancy } from "@/lib/domain/tenancy/find-tenancy";
import { setRedirectUris } from "@/lib/domain/tenancy/redirect-uris";
import { setBranding } from "@/lib/domain/tenancy/set-branding";
import { setHostedPages } from "@/lib/domain/tenancy/set-hosted-pages";

const actor = { kind: "system" } as const;
const demo = { name: "Demo", environment: "development", rpId: "localhost" } as const;

/** URL of examples/hosted-customer.mjs. */
const exampleCallback = "http://localhost:4000/callback";

/** Writes a file atomically, readable only by its owner, because it contains an API key. */
async function writePrivateFile(file: string, content: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, content, { mode: 0o600 });
  await rename(draft, file);
}

/** Updates the endpoint in demo.json after a change of PORT. */
async function moveDemo(file: string, endpoint: string): Promise<void> {
  const stored = JSON.parse(await readFile(file, "utf8")) as Record<string, string>;
  if (stored["endpoint"] !== endpoint)
    await writePrivateFile(file, `${JSON.stringify({ ...stored, endpoint }, null, 2)}\n`);
}

/**
 * In local mode, creates what is missing of a system tenancy, a demo tenancy, and demo.json in the
 * data folder with the demo's client id and an API key. Idempotent, and completes an interrupted
 * start.
 */
export async function seed(service: Service, config: RunningConfig): Promise<void> {
  if (config.mode !== "local") return;
  const file = join(config.dataFolder, "demo.json");
  const isFirst = (await service.db.tenancy.count({ where: { isSystem: true } })) === 0;
  await getSystemTenancy(service);
  if (!isFirst && existsSync(file)) return moveDemo(file, config.baseUrl);

  const existing = await service.db.tenancy.findFirst({
    where: { isSystem: false, ...demo },
    orderBy: { id: "asc" },
    select: { id: true },
  });
  const tenancy =
    (existing && (await findTenancy(service, existing.id))) ??
    (await createTenancy(service, actor, demo));
  const ctx = { ...service, tenancy, actor, requestId: service.createId(), client: {} };
  // The brand of the demo app and its emails.
  if (existing === null) {
    await setBranding(ctx, { brandName: "Driftwood" });
    await setRedirectUris(ctx, [exampleCallback]);
    await setHostedPages(ctx, true);
  }
  const { key } = await createApiKey(ctx, { name: "Demo" });
  const content = {
    endpoint: config.baseUrl,
    tenancyId: tenancy.id,
    clientId: tenancy.clientId,
    apiKey: key,
  };
  await writePrivateFile(file, `${JSON.stringify(content, null, 2)}\n`);
}
