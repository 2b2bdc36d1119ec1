import type { z } from "zod";
import type { ApiKeyScope } from "@/lib/contract/api-key-scope";
import { requireCallerStillLive } from "@/lib/domain/access/api-key/is-caller-live";
import { requireScope } from "@/lib/domain/access/api-key/require-scope";
import { updateSettings } from "@/lib/domain/admin/tenancy/update-settings";
import type { TenancyContext } from "@/lib/domain/base/context";
import type { SettingsSection } from "@/lib/domain/base/tenancy/setting/setting-kinds";
import { settingNames, settings } from "@/lib/domain/base/tenancy/settings";
import type { ChangeSettings, SettingsChanged } from "./wire-settings";

/** The scope that the changes of a section need. */
const scopeOf: Record<SettingsSection, ApiKeyScope> = {
  appearance: "settings:write",
  limits: "settings:write",
  sites: "settings:write-security",
  "sign-in": "settings:write-security",
  sender: "settings:write-security",
};

/**
 * Changes settings by an API key. It needs the scope of each setting that it names, also in `expected`:
 * a value that differs from it shows that it isn't the current one.
 * @throws Forbidden naming the scope, and what `updateSettings` throws
 */
export async function changeSettings(
  ctx: TenancyContext,
  { expected = {}, ...changes }: z.output<typeof ChangeSettings>,
): Promise<z.input<typeof SettingsChanged>> {
  const named = settingNames.filter((name) => name in changes || name in expected);
  const scopes = new Set(named.map((name) => scopeOf[settings[name].section]));
  for (const scope of scopes) requireScope(ctx, scope);
  const { changed, values } = await updateSettings(ctx, {
    changes,
    expected,
    // The key may have ended while the update waited for the lock.
    whenLocked: (tx) => requireCallerStillLive(ctx, tx),
  });
  return { _tag: "SettingsChanged", changed, settings: values };
}
