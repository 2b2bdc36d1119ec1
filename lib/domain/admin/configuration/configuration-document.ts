import { z } from "zod";
import { apiKeyScopes } from "@/lib/contract/api-key-scope";
import { PasskeyPolicyRules } from "@/lib/contract/passkey-policy";
import { locales } from "@/lib/domain/base/choose-locale";
import { describeStoredSetting } from "@/lib/domain/base/tenancy/describe-setting";
import { Name } from "@/lib/domain/base/tenancy/name";
import { settings, WrittenSettings } from "@/lib/domain/base/tenancy/settings";
import { limits } from "@/lib/limits";

const dayMs = 86_400_000;
const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: dayMs };
const maxLifetimeMs = 3_650 * dayMs;
const maxPathCharacters = 1_000;
const maxHosts = 100;

const lifetimeOf = (text: string): number => {
  const [, count, unit = ""] = /^([1-9]\d{0,6})([mhd])$/.exec(text) ?? [];
  return Number(count) * (unitMs[unit] ?? NaN);
};

const ConfiguredKey = z
  .strictObject({
    name: Name.meta({ description: "Identifies the key in its tenancy" }),
    scopes: z.array(z.enum(apiKeyScopes)).min(1).meta({
      description: "Apply at creation. A key’s scopes can’t change later",
    }),
    expiresAt: z.iso
      .datetime({ offset: true, error: "must be a time such as 2027-01-31T00:00:00Z" })
      .transform((time) => Date.parse(time))
      .optional()
      .meta({ description: "Such as 2027-01-31T00:00:00Z. Applies at creation" }),
    expiresIn: z
      .string()
      .refine(
        (text) => lifetimeOf(text) <= maxLifetimeMs,
        "must be minutes, hours or days such as 30m, 12h or 90d, at most 3650d",
      )
      .transform(lifetimeOf)
      .optional()
      .meta({ description: "Such as 90d, counted from the creation" }),
  })
  .refine(({ expiresAt, expiresIn }) => expiresAt === undefined || expiresIn === undefined, {
    path: ["expiresIn"],
    message: "give either expiresAt or expiresIn",
  });
/** An API key of a configuration file. Times in ms. */
export type ConfiguredKey = z.output<typeof ConfiguredKey>;

const uniqueNames = (keys: readonly { name: string }[]) =>
  new Set(keys.map(({ name }) => name)).size === keys.length;

/** One document of a configuration file: a tenancy. What it leaves out stays as it is. */
export const ConfigurationDocument = z.strictObject({
  id: z
    .string()
    .regex(/^[0-9a-hjkmnp-tv-z]{26}$/, "must be the id of a tenancy")
    .optional()
    .meta({
      description:
        "Id of an existing tenancy. Without it, the name identifies the tenancy, which is created " +
        "if it doesn’t exist",
    }),
  name: Name.meta({ description: "Name of the tenancy, shown in the console" }),
  settings: z
    .strictObject(WrittenSettings.omit({ name: true }).partial().shape)
    .optional()
    .meta({ description: "Settings by their names, in the units of their descriptions" }),
  logo: z.string().min(1).max(maxPathCharacters).nullable().optional().meta({
    description:
      "PNG, JPEG or WebP file, relative to the configuration file; null removes the logo",
  }),
  hostedPages: z.boolean().optional().meta({ description: "Whether the hosted pages are on" }),
  relatedOriginsHosts: z
    .array(z.string().trim().toLowerCase().max(253))
    .max(maxHosts)
    .optional()
    .meta({
      description:
        "Hosts whose /.well-known/webauthn lists the allowed origins. A system owner confirms them",
    }),
  passkeyPolicy: PasskeyPolicyRules.strict().optional().meta({
    description: "The rules of the passkey policy. A rule that is left out has its default",
  }),
  apiKeys: z
    .array(ConfiguredKey)
    .max(limits.configuration.apiKeys)
    .refine(uniqueNames, "have the same name twice")
    .optional()
    .meta({ description: "API keys by name" }),
});
export type ConfigurationDocument = z.output<typeof ConfigurationDocument>;

/** A document that was read, and where its parts are. */
export interface GivenDocument {
  document: ConfigurationDocument;
  /** Names a field for people, such as `keystead.yaml:12 settings.codeDigits`. */
  locate(path: string): string;
}

/** The part of JSON Schema that describes objects and lists. */
export interface JsonSchema {
  [keyword: string]: unknown;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
}

/** Returns the JSON Schema of a document of a configuration file, from the settings' records. */
export function createConfigurationSchema(): JsonSchema {
  const schema = z.toJSONSchema(ConfigurationDocument, { io: "input" }) as JsonSchema;
  const described = schema.properties?.["settings"]?.properties ?? {};
  for (const [name, property] of Object.entries(described))
    property["description"] = describeStoredSetting(settings[name as keyof typeof settings]);
  Object.assign(described["locale"] ?? {}, { enum: locales });
  return { title: "Keystead configuration: a tenancy", ...schema };
}

let created: JsonSchema | undefined;

/** Returns the names that a field can have, such as those of `["apiKeys", 0]`. */
export function namesAt(path: readonly PropertyKey[]): string[] {
  created ??= createConfigurationSchema();
  const at = path.reduce<JsonSchema | undefined>(
    (schema, part) =>
      typeof part === "number" ? schema?.items : schema?.properties?.[String(part)],
    created,
  );
  return Object.keys(at?.properties ?? {});
}
