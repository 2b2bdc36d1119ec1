"use client";

import { CheckboxField } from "@/components/ui/checkbox-field";
import { ListField } from "@/components/ui/list-field";
import { type Choice, SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { rangeAndHelp } from "@/lib/domain/base/tenancy/describe-setting";
import { normalizeDomain, normalizeOrigin } from "@/lib/domain/base/tenancy/normalize-site";
import type { Setting } from "@/lib/domain/base/tenancy/setting/setting-kinds";
import { type SettingName, settings } from "@/lib/domain/base/tenancy/settings";
import { CheckboxList } from "./checkbox-list";
import { DomainField } from "./domain-field";
import { useSetting } from "./use-setting";

const corrections = { origin: normalizeOrigin, domain: normalizeDomain };

/** The field shows no separators, so larger numbers are repeated with them. */
const minGrouped = 10_000;
const grouped = new Intl.NumberFormat("en");

/** Says that it is an example, because an address alone looks like a value. */
const exampleWords = (example: string | undefined) => example && `Such as ${example}`;

interface Props {
  name: SettingName;
  /** Default: the record's. */
  help?: string;
  /** Shown in the empty field. Default: the record's. */
  example?: string;
  /** The choices of a setting whose record can't list them. */
  choices?: readonly Choice[];
  autoFocus?: boolean;
}

/** The field of a setting, by its record. */
export function SettingField({ name, help, choices, autoFocus = false, example }: Props) {
  const setting: Setting = settings[name];
  const { attach, value, onChange, onBlur, messageAt } = useSetting(name);
  const hint = help ?? setting.help;
  const field = { label: setting.label, hint, onBlur, error: messageAt(name) };
  const input = { ...field, ref: attach, name, autoComplete: "off" };
  const text = typeof value === "string" ? value : "";
  const entries = Array.isArray(value) ? (value as string[]) : [];
  const select = (shown: readonly Choice[]) => (
    <SelectField
      {...input}
      choices={shown}
      value={String(value)}
      onChange={({ target }) => onChange(target.value)}
    />
  );
  if (choices !== undefined) return select(choices);
  switch (setting.kind) {
    case "choice":
      return select(Object.entries(setting.choices).map(([id, label]) => ({ value: id, label })));
    case "toggle":
      return (
        <CheckboxField
          ref={attach}
          name={name}
          label={setting.label}
          hint={hint}
          checked={value === true}
          onBlur={onBlur}
          onChange={({ target }) => onChange(target.checked)}
        />
      );
    case "several":
      return (
        <CheckboxList
          {...field}
          choices={setting.choices}
          columns={setting.choices.length === 3 ? 3 : 2}
          isOrdered={setting.isOrdered}
          chosen={entries}
          onChange={onChange}
        />
      );
    case "list":
      return (
        <ListField
          {...field}
          entry={setting.entry}
          placeholder={exampleWords(setting.example)}
          value={entries}
          onChange={onChange}
          errorAt={(index) => messageAt(`${name}.${index}`)}
          correct={setting.site && corrections[setting.site]}
        />
      );
    case "number": {
      const amount = typeof value === "number" ? value / setting.factor : Number.NaN;
      return (
        <TextField
          {...input}
          hint={
            <>
              {amount >= minGrouped && (
                <span className="block tabular-nums">
                  {grouped.format(amount)} {setting.unit}
                </span>
              )}
              {rangeAndHelp(setting)}
            </>
          }
          inputMode="numeric"
          className="max-w-32"
          value={Number.isNaN(amount) ? "" : amount}
          onChange={({ target }) =>
            onChange(
              /^\d{1,9}$/.test(target.value) ? Number(target.value) * setting.factor : Number.NaN,
            )
          }
        />
      );
    }
    case "text":
      return setting.site === undefined ? (
        <TextField
          {...input}
          type={setting.type}
          autoFocus={autoFocus}
          maxLength={setting.maxLength}
          placeholder={exampleWords(example ?? setting.example)}
          value={text}
          onChange={({ target }) =>
            onChange(setting.isOptional && target.value === "" ? null : target.value)
          }
        />
      ) : (
        <DomainField
          {...input}
          placeholder={exampleWords(setting.example)}
          value={text}
          onChange={onChange}
        />
      );
  }
}
