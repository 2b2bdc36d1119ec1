"use client";

import type { ReactNode } from "react";
import { get, useController, type FieldPath } from "react-hook-form";
import { CheckboxField } from "@/components/ui/checkbox-field";
import { ListField } from "@/components/ui/list-field";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import type { SettingName, SettingsChange } from "@/lib/domain/tenancy/settings";

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

/** `factor` is the number of stored units per displayed unit, such as 60 000 ms per minute. */
export function SettingNumber({ name, label, hint, factor = 1 }: Setting & { factor?: number }) {
  const { attach, value, onChange, onBlur, messageAt } = useSetting(name);
  const shown = typeof value === "number" && !Number.isNaN(value) ? String(value / factor) : "";
  return (
    <TextField
      ref={attach}
      name={name}
      label={label}
      hint={hint}
      inputMode="numeric"
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

export function SettingList({
  name,
  label,
  hint,
  entry,
  placeholder,
}: Setting & { entry: string; placeholder?: string }) {
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
    />
  );
}
