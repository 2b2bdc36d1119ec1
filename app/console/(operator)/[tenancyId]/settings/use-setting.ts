import { type FieldError, type FieldPath, get, useController } from "react-hook-form";
import type { SettingName, SettingsChange } from "@/lib/domain/base/tenancy/settings";

// Settings that are validated together.
const together: Partial<Record<SettingName, SettingName[]>> = {
  rpId: ["rpIds", "allowedOrigins"],
  rpIds: ["rpId", "allowedOrigins"],
};

/** The value of a setting in its form. `messageAt` returns the error of the setting or of an entry. */
export function useSetting(name: SettingName) {
  const { field, formState } = useController<SettingsChange, FieldPath<SettingsChange>>({
    name,
    rules: { deps: together[name] ?? [] },
  });
  function messageAt(path: string): string | undefined {
    const error: FieldError | undefined = get(formState.errors, path);
    return error?.message;
  }
  return {
    attach: field.ref,
    value: field.value as unknown,
    onChange: (changed: unknown) => field.onChange(changed),
    onBlur: field.onBlur,
    messageAt,
  };
}
