"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { type FieldPath, useForm, useFormState } from "react-hook-form";
import { useAction } from "@/app/console/use-action";
import type { SettingsSection } from "@/lib/domain/base/tenancy/setting/setting-kinds";
import {
  sectionOf,
  type SettingName,
  type SettingsChange,
} from "@/lib/domain/base/tenancy/settings";
import { saveAppearance, saveLimits, saveSender, saveSignIn, saveSites } from "./actions";
import { sentence, settingsResolver } from "./settings-resolver";

/** The saved logo, no logo, or a new one. */
export type LogoChoice = "saved" | "none" | File;

/** The fields of a settings card. */
export type CardValues = SettingsChange & { brandLogo?: LogoChoice };

function changesOf({ brandLogo, ...values }: CardValues, loaded: CardValues): SettingsChange {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(loaded[name as SettingName]),
    ),
  );
}

async function readLogo(logo: LogoChoice): Promise<Uint8Array<ArrayBuffer> | null | undefined> {
  if (logo === "saved") return undefined;
  return logo === "none" ? null : new Uint8Array(await logo.arrayBuffer());
}

type Input = Parameters<typeof saveAppearance>[1];

const saveOf: Record<SettingsSection, typeof saveLimits> = {
  appearance: saveAppearance,
  sites: saveSites,
  "sign-in": saveSignIn,
  limits: saveLimits,
  sender: saveSender,
};

/** Whether the issue is that someone else has changed a setting since the page was loaded. */
const isOfExpected = ({ path }: { path: string }) => path.startsWith("expected.");

interface Loaded {
  /** The card’s title, for the passkey prompt. */
  title: string;
  tenancyId: string;
  values: CardValues;
}

/**
 * Manages the form of a settings card. Sends only changes, and keeps them if another operator saved
 * in the meantime.
 */
export function useSettingsCard({ title, tenancyId, values }: Loaded) {
  const router = useRouter();
  const form = useForm<CardValues>({
    defaultValues: values,
    resolver: settingsResolver,
    mode: "onTouched",
  });
  const { isDirty, defaultValues, submitCount: attempts } = useFormState({ control: form.control });
  const { run, isPending, failure } = useAction(
    (of: SettingsSection, input: Input) => saveOf[of](tenancyId, input),
    `save the settings “${title}”`,
  );
  const { reset } = form;

  const content = JSON.stringify(values);

  // Shows what the page loaded anew, except in edited fields.
  useEffect(() => reset(values, { keepDirtyValues: true, keepDirty: true }), [reset, content]); // eslint-disable-line react-hooks/exhaustive-deps -- values change when their content does

  const isConflict = failure?.issues?.some(isOfExpected) ?? false;

  /** Returns whether the card was saved. Shows the issues beside their fields otherwise. */
  async function save(edited: CardValues): Promise<boolean> {
    const { brandLogo = "saved", ...loaded } = (defaultValues ?? values) as CardValues;
    const changes = changesOf(edited, loaded);
    const logo = await readLogo(edited.brandLogo ?? brandLogo);
    const result = await run(sectionOf(Object.keys(changes) as SettingName[]), {
      changes,
      expected: loaded,
      ...(logo === undefined ? {} : { logo }),
    });
    if (result.ok) {
      reset({
        ...edited,
        ...result.value.values,
        ...(edited.brandLogo === undefined ? {} : { brandLogo: "saved" }),
      });
      return true;
    }
    for (const { path, message } of result.error.issues ?? [])
      form.setError(path as FieldPath<CardValues>, { message: sentence(message) });
    if (result.error.issues?.some(isOfExpected)) router.refresh();
    return false;
  }

  return { form, isDirty, attempts, save, isPending, isConflict, failure };
}
