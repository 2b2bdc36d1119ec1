"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { useForm, type FieldPath } from "react-hook-form";
import { useAction } from "@/app/console/use-action";
import type { SettingName, SettingsChange } from "@/lib/domain/tenancy/settings";
import { sectionFor, type SettingsSection } from "@/lib/domain/tenancy/settings-section";
import { saveAppearance, saveLimits, saveSender, saveSignIn, saveSites } from "./actions";
import { sentence, settingsResolver } from "./settings-resolver";

const without = (entries: string[]) => entries.filter((entry) => entry.trim() !== "");

/** Returns the changed settings, without blank list entries. */
function changesOf(values: SettingsChange, loaded: SettingsChange): SettingsChange {
  const tidy = Object.entries(values).map(
    ([name, value]) => [name, Array.isArray(value) ? without(value) : value] as const,
  );
  return Object.fromEntries(
    tidy.filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(loaded[name as SettingName]),
    ),
  );
}

type Save = typeof saveAppearance;

const saveOf: Record<SettingsSection, Save> = {
  appearance: saveAppearance,
  sites: saveSites,
  "sign-in": saveSignIn,
  limits: saveLimits,
  sender: saveSender,
};

interface Loaded {
  tenancyId: string;
  /** The section whose permission non-cosmetic changes require. */
  section: SettingsSection;
  values: SettingsChange;
  /** Epoch milliseconds. */
  updatedAt: number;
}

/**
 * Manages a settings form. Sends only changes, and keeps them if another operator saved in the
 * meantime.
 */
export function useSettingsForm({ tenancyId, section, values, updatedAt }: Loaded) {
  const router = useRouter();
  const form = useForm<SettingsChange>({
    defaultValues: values,
    resolver: settingsResolver,
    mode: "onTouched",
  });
  const { run, isPending, failure } = useAction((of: SettingsSection, ...input: Parameters<Save>) =>
    saveOf[of](...input),
  );
  // The time of this form's own save, known before the page reloads its data.
  const [savedAt, setSavedAt] = useState(0);
  const { reset } = form;

  useEffect(() => reset(values, { keepDirtyValues: true, keepDirty: true }), [reset, updatedAt]); // eslint-disable-line react-hooks/exhaustive-deps -- values change when updatedAt does

  const isConflict = failure?.issues?.some(({ path }) => path === "loadedAt") ?? false;

  async function save(edited: SettingsChange): Promise<boolean> {
    const changes = changesOf(edited, values);
    const result = await run(
      sectionFor(Object.keys(changes) as SettingName[], section),
      tenancyId,
      { changes, loadedAt: Math.max(updatedAt, savedAt) },
    );
    if (result.ok) {
      setSavedAt(result.value.updatedAt);
      reset(edited);
      return true;
    }
    for (const { path, message } of result.error.issues ?? [])
      form.setError(path as FieldPath<SettingsChange>, { message: sentence(message) });
    if (result.error.issues?.some(({ path }) => path === "loadedAt")) router.refresh();
    return false;
  }

  return { form, save, isPending, isConflict, failure };
}
