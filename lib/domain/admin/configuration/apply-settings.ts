import { updateSettings } from "@/lib/domain/admin/tenancy/update-settings";
import type { TenancyContext } from "@/lib/domain/base/context";
import { checkLogo } from "@/lib/domain/base/tenancy/check-logo";
import { getSettings } from "@/lib/domain/base/tenancy/get-settings";
import type { Setting } from "@/lib/domain/base/tenancy/setting/setting-kinds";
import {
  type SettingName,
  settings,
  type SettingsChange,
} from "@/lib/domain/base/tenancy/settings";
import { type ConfigurationChange, isSame, isSameSet } from "./configuration-change";

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
export async function applySettings(
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
