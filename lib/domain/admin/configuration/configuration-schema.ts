import { z } from "zod";
import { locales } from "@/lib/domain/base/choose-locale";
import { describeStoredSetting } from "@/lib/domain/base/tenancy/describe-setting";
import { settings } from "@/lib/domain/base/tenancy/settings";
import { ConfigurationDocument } from "./configuration-document";

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
