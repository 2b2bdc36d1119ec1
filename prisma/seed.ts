import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RunningConfig } from "@/lib/config";
import { sensitiveScopes } from "@/lib/contract/api-key-scope";
import { createApiKey } from "@/lib/domain/access/api-key/create-api-key";
import {
  type ApiKeyScope,
  backendVariables,
  lackedScopes,
} from "@/lib/domain/access/api-key/scope";
import { hashSecretValue } from "@/lib/domain/access/one-time-token/secret-value";
import { getSystemTenancy } from "@/lib/domain/admin/operator/system-tenancy";
import { createTenancy } from "@/lib/domain/admin/tenancy/create-tenancy";
import { setBranding } from "@/lib/domain/admin/tenancy/set-branding";
import { setHostedPages, setRedirectUris } from "@/lib/domain/admin/tenancy/set-hosted-pages";
import { updateSettings } from "@/lib/domain/admin/tenancy/update-settings";
import type { Service } from "@/lib/domain/base/context";
import { findTenancy } from "@/lib/domain/base/tenancy/find-tenancy";
import { maxEntries } from "@/lib/domain/base/tenancy/setting/setting-kinds";
import type { Tenancy } from "@/lib/domain/base/tenancy/tenancy";
import { isRedirectUri } from "@/lib/domain/base/tenancy/web-address";

const actor = { kind: "system" } as const;
const demo = { name: "Demo", environment: "development", rpId: "localhost" } as const;

/** Everything, so that “Try it” of the documentation can call each endpoint. */
const demoScopes: ApiKeyScope[] = ["*", ...sensitiveScopes];

/** URL of examples/hosted-customer.mjs. */
const exampleCallback = "http://localhost:4000/callback";

/** Writes a file atomically, readable only by its owner, because it contains an API key. */
async function writePrivateFile(file: string, content: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, content, { mode: 0o600 });
  await rename(draft, file);
}

interface Demo {
  endpoint: string;
  tenancyId: string;
  clientId: string;
  apiKey: string;
}

const demoFile = (dataFolder: string) => join(dataFolder, "demo.json");

/** Writes demo.json, and demo.env with the variables that the guides and examples read. */
async function writeDemo(dataFolder: string, content: Demo): Promise<void> {
  const { endpoint, tenancyId, clientId, apiKey } = content;
  const variables = backendVariables({ endpoint, tenancyId, clientId, apiKey });
  await writePrivateFile(join(dataFolder, "demo.env"), `${variables}\n`);
  await writePrivateFile(demoFile(dataFolder), `${JSON.stringify(content, null, 2)}\n`);
}

/** The demo's page, to which the account page leads back. None on an address that can't be one. */
const demoPages = (endpoint: string) => [`${endpoint}/demo/account`].filter(isRedirectUri);

const systemContext = (service: Service, tenancy: Tenancy) => ({
  ...service,
  tenancy,
  actor,
  requestId: service.createId(),
  client: {},
});

/** Registers the demo's page in an older data folder, and after a change of PORT. */
async function moveDemoPages(service: Service, former: Demo, endpoint: string): Promise<void> {
  const tenancy = await findTenancy(service, former.tenancyId);
  const added = demoPages(endpoint).filter((uri) => tenancy?.redirectUris.includes(uri) === false);
  if (tenancy === null || added.length === 0) return;
  const outdated = former.endpoint === endpoint ? [] : demoPages(former.endpoint);
  const kept = tenancy.redirectUris.filter((uri) => !outdated.includes(uri));
  if (kept.length < maxEntries)
    await setRedirectUris(systemContext(service, tenancy), [...kept, ...added]);
}

/**
 * Returns the demo's key, or a new one if an older release created it with fewer scopes. The former
 * one stays, because `.env` files may contain it.
 */
async function completeKey(service: Service, { tenancyId, apiKey }: Demo): Promise<string> {
  const tenancy = await findTenancy(service, tenancyId);
  const found = await service.db.apiKey.findFirst({
    where: { tenancyId, hash: hashSecretValue(apiKey), revokedAt: null, lockedAt: null },
    select: { scopes: true },
  });
  if (tenancy === null || found === null || lackedScopes(found.scopes, demoScopes).length === 0)
    return apiKey;
  const ctx = systemContext(service, tenancy);
  return (await createApiKey(ctx, { name: "Demo", scopes: demoScopes })).key;
}

/** Updates the endpoint after a change of PORT, and completes an older data folder. */
async function moveDemo(service: Service, { dataFolder, baseUrl }: RunningConfig): Promise<void> {
  const stored = JSON.parse(await readFile(demoFile(dataFolder), "utf8")) as Demo;
  await moveDemoPages(service, stored, baseUrl);
  const moved = { ...stored, endpoint: baseUrl, apiKey: await completeKey(service, stored) };
  const isCurrent = moved.endpoint === stored.endpoint && moved.apiKey === stored.apiKey;
  if (!isCurrent || !existsSync(join(dataFolder, "demo.env"))) await writeDemo(dataFolder, moved);
}

/**
 * In local mode, creates what is missing of a system tenancy, a demo tenancy, and demo.json
 * and demo.env in the data folder with the demo's client id and an API key. Idempotent, and completes an interrupted
 * start.
 */
export async function seed(service: Service, config: RunningConfig): Promise<void> {
  if (config.mode !== "local") return;
  const isFirst = (await service.db.tenancy.count({ where: { isSystem: true } })) === 0;
  await getSystemTenancy(service);
  if (!isFirst && existsSync(demoFile(config.dataFolder))) return moveDemo(service, config);

  const existing = await service.db.tenancy.findFirst({
    where: { isSystem: false, ...demo },
    orderBy: { id: "asc" },
    select: { id: true },
  });
  const tenancy =
    (existing && (await findTenancy(service, existing.id))) ??
    (await createTenancy(service, actor, demo));
  const ctx = systemContext(service, tenancy);
  // The brand of the demo app and its emails.
  if (existing === null) {
    await setBranding(ctx, { brandName: "Driftwood" });
    await setRedirectUris(ctx, [exampleCallback, ...demoPages(config.baseUrl)]);
    await setHostedPages(ctx, true);
    await updateSettings(ctx, { changes: { accountPage: true } });
  }
  const { key } = await createApiKey(ctx, { name: "Demo", scopes: demoScopes });
  await writeDemo(config.dataFolder, {
    endpoint: config.baseUrl,
    tenancyId: tenancy.id,
    clientId: tenancy.clientId,
    apiKey: key,
  });
}
