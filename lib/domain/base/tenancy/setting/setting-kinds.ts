import { z } from "zod";

// The kinds of settings. Each function completes the record of a setting. A complete record has a kind
// and two schemas: `schema` validates a change, and `stored` parses the column, where an earlier release
// may have stored a value outside the bounds of this one.

/** Settings that share a permission: `settings.<section>` in `permission.ts`. */
export type SettingsSection = "appearance" | "sites" | "sign-in" | "limits" | "sender";

/** What a setting of every kind states. */
interface Described {
  /** Labels its field in its card of the console. */
  label: string;
  /** Names it elsewhere, such as in the audit log. Default: `label`. */
  fullLabel?: string;
  /** What it does, in sentences. */
  help: string;
  /** The heading in its card, above this setting and its neighbors with the same heading. */
  group?: string;
  /** Its option of `tenancy set`. Default: its name, such as --code-digits for codeDigits. */
  option?: `--${string}`;
  /** Default: its card's. */
  section?: SettingsSection;
  /** Audit events omit its value: it can be a person's address, and events can't be erased. */
  isAddress?: true;
}

interface NumberSetting extends Described {
  bounds: readonly [min: number, max: number];
  default: number;
  /** Follows the bounds, such as "codes". */
  unit: string;
  /** Stored units per displayed unit, such as 60,000 ms per minute. Default: 1. */
  factor?: number;
}

/** A whole number. */
export function number({ factor = 1, ...given }: NumberSetting) {
  const [min, max] = given.bounds;
  const message =
    factor === 1
      ? `Enter a whole number from ${min} to ${max}`
      : `Enter ${min / factor} to ${max / factor} ${given.unit}`;
  return {
    ...given,
    kind: "number" as const,
    factor,
    schema: z.int({ error: message }).min(min, message).max(max, message),
    stored: z.int(),
  };
}

/** On or off. A null default: creating a tenancy decides. */
export const toggle = (given: Described & { default?: boolean | null }) => ({
  default: false,
  ...given,
  kind: "toggle" as const,
  schema: z.boolean(),
  stored: z.boolean(),
});

/** One of a few values. Each has its label in the console. */
export function choice<Value extends string>(
  given: Described & { choices: Record<Value, string>; default?: NoInfer<Value> },
) {
  const values = Object.keys(given.choices) as Value[];
  const schema = z.enum(values);
  const names = values.map((value) => ({ value, name: value }));
  return { ...given, kind: "choice" as const, names, schema, stored: schema };
}

interface TextSetting extends Described {
  schema: z.ZodType<string, string>;
  /** Shown in the empty field. */
  example?: string;
  maxLength?: number;
  type?: "email";
  /** A pasted URL is reduced to its host. */
  site?: "domain";
}

/** A text that every tenancy has. */
export const text = (given: TextSetting & { default?: string }) => ({
  ...given,
  kind: "text" as const,
  isOptional: false,
  stored: z.string(),
});

/** A text that is null by default. An empty field unsets it. */
export const optionalText = (given: TextSetting) => ({
  ...given,
  kind: "text" as const,
  isOptional: true,
  default: null,
  schema: given.schema.nullable(),
  stored: z.string().nullable(),
});

interface ListSetting extends Described {
  /** Names one entry, such as "origin". */
  entry: string;
  /** The schema of one entry. */
  schema: z.ZodType<string, string>;
  /** Shown in an empty entry. */
  example: string;
  /** A pasted URL is reduced to its host or its origin. */
  site?: "domain" | "origin";
}

const maxCharacters = 2_000;

/** A trimmed text. */
export const line = z.string().trim().max(maxCharacters, `At most ${maxCharacters} characters`);

/** Of a list setting. */
export const maxEntries = 50;

/** A list of texts, empty by default. Drops blank and duplicate entries. */
export function list(given: ListSetting) {
  const entry = z.union([z.literal(""), given.schema]);
  return {
    ...given,
    kind: "list" as const,
    default: [],
    schema: z
      .array(entry)
      .max(maxEntries, `At most ${maxEntries}`)
      .transform((entries) => [...new Set(entries.filter((one) => one !== ""))]),
    stored: z.array(z.string()),
  };
}

interface ChosenSetting<Value, Schema, Stored> extends Described {
  /** For numbers, the command line uses `label`. */
  choices: readonly { value: Value; label: string; help: string }[];
  default: readonly Value[];
  /** Labels show the order in which the values were chosen. */
  isOrdered?: true;
  schema: Schema;
  stored: Stored;
}

/** Several of a few values. */
export const several = <
  Value extends string | number,
  Schema extends z.ZodType<Value[]>,
  Stored extends z.ZodType<(string | number)[]>,
>(
  given: ChosenSetting<Value, Schema, Stored>,
) => ({
  ...given,
  kind: "several" as const,
  names: given.choices.map(({ value, label }) => ({
    value,
    name: typeof value === "string" ? value : label,
  })),
});

type SettingOfKind = ReturnType<
  | typeof number
  | typeof toggle
  | typeof choice
  | typeof text
  | typeof optionalText
  | typeof list
  | typeof several
>;

/** A setting of any kind, in its card. */
export type Setting = SettingOfKind & { card: string; section: SettingsSection };

/** Puts settings into a card of the console, which saves them together. */
export const card = <const Title extends string, Settings extends Record<string, SettingOfKind>>(
  title: Title,
  section: SettingsSection,
  settings: Settings,
) =>
  Object.fromEntries<unknown>(
    Object.entries(settings).map(([name, setting]) => [
      name,
      { ...setting, card: title, section: setting.section ?? section },
    ]),
  ) as { [Name in keyof Settings]: Settings[Name] & { card: Title; section: SettingsSection } };
