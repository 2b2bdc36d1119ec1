"use client";

import { useState, type ReactNode } from "react";
import { FormProvider, useFormState } from "react-hook-form";
import { useLeaveWarning } from "@/app/console/use-leave-warning";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Notice } from "@/components/ui/notice";
import type { SettingsChange } from "@/lib/domain/tenancy/settings";
import type { SettingsSection } from "@/lib/domain/tenancy/settings-section";
import { useSettingsForm } from "./use-settings-form";

interface Props {
  tenancyId: string;
  section: SettingsSection;
  /** The page's settings as loaded. */
  values: SettingsChange;
  /** Epoch milliseconds. */
  updatedAt: number;
  mayChange: boolean;
  /** Why the settings are read-only. Undefined if the page explains it elsewhere. */
  readOnlyReason: string | undefined;
  children: ReactNode;
}

/** Returns the removed rpIds, which existing passkeys may use. */
function lostRpIds(before: SettingsChange, after: SettingsChange): string[] {
  const kept = new Set(
    [after.rpId, ...(after.rpIds ?? [])].map((rpId) => rpId?.trim().toLowerCase()),
  );
  return [before.rpId, ...(before.rpIds ?? [])].filter(
    (rpId): rpId is string => rpId !== undefined && !kept.has(rpId),
  );
}

/** A settings form with its save bar. */
export function SettingsForm({
  tenancyId,
  section,
  values,
  updatedAt,
  mayChange,
  readOnlyReason,
  children,
}: Props) {
  const { form, save, isPending, isConflict, failure } = useSettingsForm({
    tenancyId,
    section,
    values,
    updatedAt,
  });
  const { isDirty } = useFormState({ control: form.control });
  const [asked, setAsked] = useState<SettingsChange>();
  const [isSaved, setSaved] = useState(false);
  useLeaveWarning(isDirty);

  async function submit(edited: SettingsChange) {
    setAsked(undefined);
    setSaved(await save(edited));
  }

  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="flex flex-col gap-6"
        onSubmit={(event) =>
          void form.handleSubmit((edited) =>
            lostRpIds(values, edited).length > 0 ? setAsked(edited) : submit(edited),
          )(event)
        }
      >
        {readOnlyReason !== undefined && <Notice tone="info" title={readOnlyReason} />}
        <fieldset disabled={!mayChange} className="flex min-w-0 flex-col gap-6">
          {children}
        </fieldset>
        {isConflict && (
          <Notice tone="error" title="Somebody else has saved these settings since you opened them">
            What they saved is shown now, wherever you have edited nothing. Look through it, then
            save again.
          </Notice>
        )}
        {failure && failure.issues === undefined && <Notice tone="error" title={failure.message} />}
        {mayChange && (
          <div
            className={
              "sticky bottom-0 -mx-4 flex flex-wrap items-center justify-end gap-2 border-t " +
              "border-line bg-ground px-4 py-3 sm:-mx-8 sm:px-8"
            }
          >
            {/* Told here: a toast would lie over the buttons. */}
            <p role="status" className="mr-auto text-sm text-quiet">
              {isDirty ? "Not saved yet" : isSaved ? "Saved" : "No changes"}
            </p>
            <Button
              tone="secondary"
              disabled={!isDirty || isPending}
              onClick={() => form.reset(values)}
            >
              Discard
            </Button>
            <Button type="submit" pending={isPending} disabled={!isDirty}>
              Save changes
            </Button>
          </div>
        )}
      </form>
      {asked && (
        <ConfirmDialog
          title={`Take back ${lostRpIds(values, asked).join(" and ")}?`}
          act="Take back and save"
          isPending={isPending}
          onConfirm={() => void submit(asked)}
          onClose={() => setAsked(undefined)}
        >
          <p>
            Passkeys are bound to the domain that they were made for. Those made there work again
            only when it is set again, and nobody can move them.
          </p>
        </ConfirmDialog>
      )}
    </FormProvider>
  );
}
