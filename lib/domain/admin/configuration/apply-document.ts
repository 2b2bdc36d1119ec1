import { setHostedPages } from "@/lib/domain/admin/tenancy/set-hosted-pages";
import type { TenancyContext } from "@/lib/domain/base/context";
import { findTenancy } from "@/lib/domain/base/tenancy/find-tenancy";
import { getPolicy } from "@/lib/domain/passkey/policy/get-policy";
import { savePolicy } from "@/lib/domain/passkey/policy/save-policy";
import { ServiceError } from "@/lib/errors";
import { applyRelatedOriginsHosts, applySenderDomain } from "./apply-hosts";
import { applyKeys, type NewKey } from "./apply-keys";
import { applySettings, type Logo } from "./apply-settings";
import { type ConfigurationChange, isSameSet } from "./configuration-change";
import type { ConfigurationDocument } from "./configuration-document";
import { fieldOfSetting, renameFields } from "./rename-fields";

interface AppliedDocument {
  changes: ConfigurationChange[];
  /** What the document doesn't list, and `prune` would remove. */
  unlisted: string[];
  newKeys: NewKey[];
}

async function applyPolicy(
  ctx: TenancyContext,
  rules: ConfigurationDocument["passkeyPolicy"],
): Promise<ConfigurationChange[]> {
  if (rules === undefined) return [];
  const saved = await getPolicy(ctx);
  const names = Object.keys(rules) as (keyof typeof rules)[];
  const different = names.filter((name) => !isSameSet(rules[name], saved.rules[name]));
  if (different.length === 0) return [];
  await savePolicy(ctx, { version: saved.version, rules });
  return different.map((name) => ({
    action: "change",
    path: `passkeyPolicy.${name}`,
    before: saved.rules[name],
    after: rules[name],
  }));
}

/** Returns the context with the tenancy as the transaction has it now. */
async function refresh(ctx: TenancyContext): Promise<TenancyContext> {
  const tenancy = await findTenancy(ctx, ctx.tenancy.id);
  if (tenancy === null) throw new ServiceError("@error/NotFound");
  return { ...ctx, tenancy };
}

/**
 * Makes a tenancy as a document describes it. It calls the domain functions of the console, and only
 * for what differs.
 * @throws BadRequest naming the fields of the document
 */
export async function applyDocument(
  given: TenancyContext,
  document: ConfigurationDocument,
  { logo, prune }: { logo: Logo; prune: boolean },
): Promise<AppliedDocument> {
  const { name, settings, hostedPages, relatedOriginsHosts, passkeyPolicy, apiKeys } = document;
  const changes = await renameFields(fieldOfSetting, () =>
    applySettings(given, { name, ...settings }, logo),
  );
  const ctx = await refresh(given);
  const setsSender = typeof settings?.mailSender === "string";
  if (setsSender && !changes.some(({ path }) => path === "settings.mailSender"))
    changes.push(...(await applySenderDomain(ctx)));
  const hosts = await renameFields(
    (path) => (path === "host" ? "relatedOriginsHosts" : path),
    async () =>
      relatedOriginsHosts === undefined
        ? { changes: [], unlisted: [] }
        : applyRelatedOriginsHosts(ctx, relatedOriginsHosts, prune),
  );
  const policy = await renameFields(
    (path) => path.replace(/^rules\b/, "passkeyPolicy"),
    () => applyPolicy(ctx, passkeyPolicy),
  );
  if (hostedPages !== undefined && hostedPages !== ctx.tenancy.hostedPages) {
    await setHostedPages(ctx, hostedPages);
    changes.push({
      action: "change",
      path: "hostedPages",
      before: ctx.tenancy.hostedPages,
      after: hostedPages,
    });
  }
  const keys =
    apiKeys === undefined
      ? { changes: [], created: [], unlisted: [] }
      : await applyKeys(ctx, apiKeys, prune);
  return {
    changes: [...changes, ...hosts.changes, ...policy, ...keys.changes],
    unlisted: [...hosts.unlisted, ...keys.unlisted],
    newKeys: keys.created,
  };
}
