import { z } from "zod";
import type { ApiKeyScope } from "@/lib/contract/api-key-scope";
import { requireCallerStillLive, requireScope } from "@/lib/domain/access/api-key/is-caller-live";
import { updateSettings } from "@/lib/domain/admin/tenancy/update-settings";
import type { TenancyContext } from "@/lib/domain/base/context";
import { describeStoredSetting } from "@/lib/domain/base/tenancy/describe-setting";
import type { SettingsSection } from "@/lib/domain/base/tenancy/setting/setting-kinds";
import {
  settingNames,
  settings,
  StoredSettings,
  WrittenSettings,
} from "@/lib/domain/base/tenancy/settings";

// The settings as the API reads and writes them. Names, units and bounds are those of the records.

/** Returns the schemas of settings with their descriptions. */
const described = <Shape extends Record<string, z.ZodType>>(shape: Shape) =>
  Object.fromEntries(
    settingNames.map((name) => [
      name,
      shape[name]?.meta({ description: describeStoredSetting(settings[name]) }),
    ]),
  ) as Shape;

const stored = z.object(described(StoredSettings.shape));
const changes = z.object(described(WrittenSettings.shape)).partial();

const example = {
  ...(Object.fromEntries(
    settingNames.map((name) => [name, "default" in settings[name] ? settings[name].default : ""]),
  ) as z.input<typeof stored>),
  name: "Harbour",
  environment: "production" as const,
  rpId: "example.com",
  rpName: "Harbour",
  allowedOrigins: ["https://app.example.com"],
  selfServiceRegistration: false,
};

/** Response of GET settings. */
export const WireSettings = stored
  .extend({ _tag: z.literal("Settings") })
  .meta({ id: "Settings", examples: [{ _tag: "Settings", ...example }] });

/**
 * Body of PATCH settings. An unknown name is an error: a misspelled setting would change nothing.
 */
export const ChangeSettings = changes
  .extend({
    expected: stored
      .partial()
      .strict()
      .optional()
      .meta({
        description:
          "Values as you read them. The request fails and changes nothing if one of them is no " +
          "longer current.",
      }),
  })
  .strict()
  .refine(({ expected: _expected, ...changed }) => Object.keys(changed).length > 0, {
    error: "send at least one setting",
  })
  .meta({ id: "ChangeSettings", examples: [{ codeDigits: 8, expected: { codeDigits: 6 } }] });

/** Response of PATCH settings. */
export const SettingsChanged = z
  .object({
    _tag: z.literal("SettingsChanged"),
    changed: z.array(z.string()).meta({
      description: "The settings whose values differ from before",
      example: ["codeDigits"],
    }),
    settings: stored.partial().meta({ description: "The settings that you sent, as stored" }),
  })
  .meta({
    id: "SettingsChanged",
    examples: [{ _tag: "SettingsChanged", changed: ["codeDigits"], settings: { codeDigits: 8 } }],
  });

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
