import {
  type ConfirmingContext,
  confirmRelatedOriginsHost,
  listRelatedOriginsHosts,
  takeBackRelatedOriginsHost,
} from "@/lib/domain/admin/tenancy/related-origins";
import { confirmSenderDomain, getSender } from "@/lib/domain/admin/tenancy/sender-domain";
import { setHostedPages } from "@/lib/domain/admin/tenancy/set-hosted-pages";
import { updateSettings } from "@/lib/domain/admin/tenancy/update-settings";
import type { TenancyContext } from "@/lib/domain/base/context";
import { checkLogo } from "@/lib/domain/base/tenancy/branding";
import { findTenancy } from "@/lib/domain/base/tenancy/find-tenancy";
import { getSettings } from "@/lib/domain/base/tenancy/get-settings";
import type { Setting } from "@/lib/domain/base/tenancy/setting/setting-kinds";
import {
  type SettingName,
  settings,
  type SettingsChange,
} from "@/lib/domain/base/tenancy/settings";
import { getPolicy } from "@/lib/domain/passkey/policy/get-policy";
import { savePolicy } from "@/lib/domain/passkey/policy/save-policy";
import { badRequest, ServiceError } from "@/lib/errors";
import { applyKeys, type NewKey } from "./apply-keys";
import { type ConfigurationChange, isSame, isSameSet } from "./configuration-change";
import type { ConfigurationDocument } from "./configuration-document";
import { fieldOfSetting, renameFields } from "./find-or-create-tenancy";

const isConfirming = (ctx: TenancyContext): ctx is ConfirmingContext =>
  ctx.actor.kind === "configurationFile" && ctx.actor.isSystemOwner;

/** @throws BadRequest without the rights of a system owner */
function requireSystemOwner(ctx: TenancyContext, path: string): ConfirmingContext {
  if (isConfirming(ctx)) return ctx;
  throw badRequest(path, "needs a system owner’s confirmation. Apply it with --as-system-owner");
}

const path = "relatedOriginsHosts";

/**
 * Confirms the listed hosts for related origins, and with `prune` withdraws the others.
 * @throws BadRequest for a change without the rights of a system owner, or an unsuitable host
 */
async function applyRelatedOriginsHosts(
  ctx: TenancyContext,
  wanted: readonly string[],
  prune: boolean,
): Promise<{ changes: ConfigurationChange[]; unlisted: string[] }> {
  const confirmed = (await listRelatedOriginsHosts(ctx)).map(({ host }) => host);
  const changes: ConfigurationChange[] = [];
  for (const [index, host] of wanted.entries()) {
    if (confirmed.includes(host) || wanted.indexOf(host) < index) continue;
    await confirmRelatedOriginsHost(requireSystemOwner(ctx, `${path}.${index}`), host);
    changes.push({ action: "create", path: `${path}.${host}` });
  }
  const unlisted = confirmed.filter((host) => !wanted.includes(host));
  if (!prune) return { changes, unlisted: unlisted.map((host) => `${path}.${host}`) };
  for (const host of unlisted) {
    await takeBackRelatedOriginsHost(requireSystemOwner(ctx, path), host);
    changes.push({ action: "remove", path: `${path}.${host}` });
  }
  return { changes, unlisted: [] };
}

/** Confirms the domain of a sender that the file sets, with the rights of a system owner. */
async function applySenderDomain(ctx: TenancyContext): Promise<ConfigurationChange[]> {
  if (!isConfirming(ctx)) return [];
  const sender = await getSender(ctx);
  if (sender === null || sender.confirmedAt !== null) return [];
  await confirmSenderDomain(ctx, sender.domain);
  return [{ action: "change", path: "settings.mailSender", after: `${sender.domain} confirmed` }];
}

export type Logo = Uint8Array<ArrayBuffer> | null | undefined;

/** Returns the comparison of a setting's values. */
function comparisonOf(name: SettingName): typeof isSame {
  const setting: Setting = settings[name];
  return setting.kind === "several" && setting.isOrdered ? isSame : isSameSet;
}

/**
 * Sets the settings and the logo that differ.
 * @param logo null removes it; undefined keeps it
 * @throws BadRequest naming each invalid setting
 */
async function applySettings(
  ctx: TenancyContext,
  wanted: SettingsChange,
  logo: Logo,
): Promise<ConfigurationChange[]> {
  const before = await getSettings(ctx, ctx.db);
  const hash = logo ? checkLogo(logo).hash : null;
  const changesLogo = logo !== undefined && hash !== before.brandLogoHash;
  const entries = Object.entries(wanted) as [SettingName, unknown][];
  const different = entries.filter(([name, value]) => !comparisonOf(name)(value, before[name]));
  if (different.length === 0 && !changesLogo) return [];
  await updateSettings(ctx, {
    changes: Object.fromEntries(different),
    brandLogo: changesLogo ? logo : undefined,
  });
  const changes: ConfigurationChange[] = different.map(([name, after]) => ({
    action: "change",
    path: name === "name" ? name : `settings.${name}`,
    before: before[name],
    after,
  }));
  return changesLogo
    ? [...changes, { action: logo === null ? "remove" : "change", path: "logo" }]
    : changes;
}

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
