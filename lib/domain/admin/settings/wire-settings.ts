import { z } from "zod";
import { describeStoredSetting } from "@/lib/domain/base/tenancy/describe-setting";
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
