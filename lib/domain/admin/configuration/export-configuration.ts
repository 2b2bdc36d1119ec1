import { Document } from "yaml";
import { listApiKeys } from "@/lib/domain/access/api-key/list-api-keys";
import { listRelatedOriginsHosts } from "@/lib/domain/admin/tenancy/related-origins";
import type { TenancyContext } from "@/lib/domain/base/context";
import { getSettings } from "@/lib/domain/base/tenancy/get-settings";
import { settingNames, settings } from "@/lib/domain/base/tenancy/settings";
import { getPolicy } from "@/lib/domain/passkey/policy/get-policy";
import { isCurrent } from "./apply-keys";

export interface ExportedTenancy {
  /** A document of a configuration file, in YAML. */
  text: string;
  /** What the file can't have: other keys of the same name, values outside this release's bounds. */
  omitted: string[];
}

/** Returns settings that this release can set. Earlier releases had other bounds. */
async function readSettings(ctx: TenancyContext, omitted: string[]) {
  const stored = await getSettings(ctx, ctx.db);
  const names = settingNames.filter((name) => name !== "name");
  return Object.fromEntries(
    names.flatMap((name) => {
      if (settings[name].schema.safeParse(stored[name]).success) return [[name, stored[name]]];
      omitted.push(`settings.${name}`);
      return [];
    }),
  );
}

async function readKeys(ctx: TenancyContext, omitted: string[]) {
  const names = new Set<string>();
  return (await listApiKeys(ctx)).filter(isCurrent).flatMap(({ name, scopes, expiresAt }) => {
    if (names.has(name)) {
      omitted.push(`apiKeys.${name}`);
      return [];
    }
    names.add(name);
    const expiry = expiresAt === null ? {} : { expiresAt: new Date(expiresAt).toISOString() };
    return [{ name, scopes, ...expiry }];
  });
}

/**
 * Writes a tenancy as a document of a configuration file. It has no secret: of an API key, only name,
 * scopes and expiry.
 * @param logo the path of the logo's file; undefined leaves it out
 */
export async function exportConfiguration(
  ctx: TenancyContext,
  logo: string | undefined,
): Promise<ExportedTenancy> {
  const { id, name, hostedPages } = ctx.tenancy;
  const omitted: string[] = [];
  const hosts = (await listRelatedOriginsHosts(ctx)).map(({ host }) => host);
  const { version, rules } = await getPolicy(ctx);
  const document = new Document({
    id,
    name,
    settings: await readSettings(ctx, omitted),
    ...(logo === undefined ? {} : { logo }),
    hostedPages,
    relatedOriginsHosts: hosts,
    ...(version === 0 ? {} : { passkeyPolicy: rules }),
    apiKeys: await readKeys(ctx, omitted),
  });
  return { text: document.toString({ lineWidth: 100 }), omitted };
}
