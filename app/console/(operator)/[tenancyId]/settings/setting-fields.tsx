"use client";

import { type ReactNode, useState } from "react";
import { type FieldPath, get, useController } from "react-hook-form";
import { CheckboxField } from "@/components/ui/checkbox-field";
import { isPaste } from "@/components/ui/is-paste";
import { ListField } from "@/components/ui/list-field";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { normalizeDomain, normalizeOrigin } from "@/lib/domain/tenancy/normalize-site";
import {
  type NumericSetting,
  settingBounds,
  settingDefaults,
  type SettingName,
  type SettingsChange,
} from "@/lib/domain/tenancy/settings";

interface Setting {
  name: SettingName;
  label: string;
  hint?: ReactNode;
}

// Settings that are validated together.
const together: Partial<Record<SettingName, SettingName[]>> = {
  rpId: ["rpIds", "allowedOrigins"],
  rpIds: ["rpId", "allowedOrigins"],
};

function useSetting(name: SettingName) {
  const deps = together[name];
  const { field, formState } = useController<SettingsChange, FieldPath<SettingsChange>>({
    name,
    ...(deps === undefined ? {} : { rules: { deps } }),
  });
  const messageAt = (path: string) => {
    const error: unknown = get(formState.errors, path);
    return typeof error === "object" &&
      error !== null &&
      "message" in error &&
      typeof error.message === "string"
      ? error.message
      : undefined;
  };
  const { ref: attach, value, onChange, onBlur } = field;
  return {
    attach,
    value: value as unknown,
    onChange: (changed: unknown) => onChange(changed),
    onBlur,
    messageAt,
  };
}

/** With `clearable`, an empty field unsets the setting. */
export function SettingText({
  name,
  label,
  hint,
  clearable = false,
  ...props
}: Setting & {
  clearable?: boolean;
  placeholder?: string;
  type?: "text" | "email";
  maxLength?: number;
  autoFocus?: boolean;
}) {
  const { attach, value, onChange, onBlur, messageAt } = useSetting(name);
  return (
    <TextField
      {...props}
      ref={attach}
      name={name}
      label={label}
      hint={hint}
      autoComplete="off"
      value={typeof value === "string" ? value : ""}
      onBlur={onBlur}
      onChange={({ target }) => onChange(clearable && target.value === "" ? null : target.value)}
      error={messageAt(name)}
    />
  );
}

/** A domain. A pasted URL is reduced to its host, and a note says so. */
export function SettingDomain({
  name,
  label,
  hint,
  placeholder,
}: Setting & { placeholder: string }) {
  const { attach, value, onChange, onBlur, messageAt } = useSetting(name);
  const [note, setNote] = useState<string>();
  const text = typeof value === "string" ? value : "";
  const correct = (typed: string) => {
    const normalized = normalizeDomain(typed);
    setNote(normalized.note);
    onChange(normalized.value);
  };
  return (
    <TextField
      ref={attach}
      name={name}
      label={label}
      hint={
        <>
          {hint}
          <span role="status" className="block break-words">
            {note}
          </span>
        </>
      }
      placeholder={placeholder}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      value={text}
      onBlur={() => {
        if (normalizeDomain(text).value !== text) correct(text);
        onBlur();
      }}
      onChange={(event) => {
        setNote(undefined);
        (isPaste(event) ? correct : onChange)(event.target.value);
      }}
      error={messageAt(name)}
    />
  );
}

interface NumberSetting extends Omit<Setting, "hint"> {
  name: NumericSetting;
  /** Follows the range, such as "codes". */
  unit: string;
  /** What the number does, after the range and the default. */
  hint: string;
  /** Stored units per displayed unit, such as 60 000 ms per minute. Default: 1. */
  factor?: number;
}

const count = new Intl.NumberFormat("en");

/** A number. Its hint begins with its range, unit and default. */
export function SettingNumber({ name, label, unit, hint, factor = 1 }: NumberSetting) {
  const [min, max] = settingBounds[name];
  const [least, most, usual] = [min, max, settingDefaults[name]].map((each) =>
    count.format(each / factor),
  );
  const { attach, value, onChange, onBlur, messageAt } = useSetting(name);
  const shown = typeof value === "number" && !Number.isNaN(value) ? String(value / factor) : "";
  return (
    <TextField
      ref={attach}
      name={name}
      label={label}
      hint={`${least} to ${most} ${unit}. Default: ${usual}. ${hint}`}
      inputMode="numeric"
      className="max-w-32"
      autoComplete="off"
      value={shown}
      onBlur={onBlur}
      onChange={({ target }) =>
        onChange(/^\d{1,9}$/.test(target.value) ? Number(target.value) * factor : Number.NaN)
      }
      error={messageAt(name)}
    />
  );
}

export function SettingSelect({
  name,
  label,
  hint,
  choices,
}: Setting & { choices: readonly { value: string; label: string }[] }) {
  const { attach, value, onChange, onBlur, messageAt } = useSetting(name);
  return (
    <SelectField
      ref={attach}
      name={name}
      label={label}
      hint={hint}
      choices={choices}
      value={String(value)}
      onBlur={onBlur}
      onChange={({ target }) => onChange(target.value)}
      error={messageAt(name)}
    />
  );
}

export function SettingSwitch({ name, label, hint }: Setting) {
  const { attach, value, onChange, onBlur } = useSetting(name);
  return (
    <CheckboxField
      ref={attach}
      name={name}
      label={label}
      hint={hint}
      checked={value === true}
      onBlur={onBlur}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}

const corrections = { origin: normalizeOrigin, domain: normalizeDomain };

/** With `kind`, a pasted URL is reduced to its origin or its host, and a note says so. */
export function SettingList({
  name,
  label,
  hint,
  entry,
  placeholder,
  kind,
}: Setting & { entry: string; placeholder?: string; kind?: keyof typeof corrections }) {
  const { value, onChange, onBlur, messageAt } = useSetting(name);
  return (
    <ListField
      label={label}
      entry={entry}
      hint={hint}
      placeholder={placeholder}
      value={Array.isArray(value) ? (value as string[]) : []}
      onChange={onChange}
      onBlur={onBlur}
      error={messageAt(name)}
      errorAt={(index) => messageAt(`${name}.${index}`)}
      correct={kind && corrections[kind]}
    />
  );
}
