"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { FormProvider } from "react-hook-form";
import { toast } from "sonner";
import { DocsLink } from "@/app/console/docs-link";
import { settingsCards } from "@/app/console/palette/settings-cards";
import { useLeaveWarning } from "@/app/console/use-leave-warning";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Notice } from "@/components/ui/notice";
import type { Settings } from "@/lib/domain/base/tenancy/get-settings";
import {
  type SettingName,
  settingNames,
  settings as records,
  type SettingsCardTitle,
  type SettingsChange,
} from "@/lib/domain/base/tenancy/settings";
import { CardFields, type SettingFields } from "./card-fields";
import { showFirstIssue } from "./show-first-issue";
import { type CardValues, useSettingsCard } from "./use-settings-card";

interface Props {
  title: SettingsCardTitle;
  tenancyId: string;
  /** All settings as loaded. */
  settings: Settings;
  /** The saved logo, in the card that has one. */
  brandLogo?: "saved";
  mayChange: boolean;
  /** Replaces fields that need more than their setting's record. */
  fields?: SettingFields;
  /** Shown beside the card, with access to its unsaved values. */
  aside?: ReactNode;
}

const settingNamesOf = (title: SettingsCardTitle): SettingName[] =>
  settingNames.filter((name) => records[name].card === title);

const valuesOf = (
  names: readonly SettingName[],
  settings: Settings,
  brandLogo: "saved" | undefined,
): CardValues => ({
  ...Object.fromEntries(names.map((name) => [name, settings[name]])),
  ...(brandLogo && { brandLogo }),
});

/** Returns the removed rpIds, which existing passkeys may use. */
function lostRpIds(before: SettingsChange, after: SettingsChange): string[] {
  const kept = new Set([after.rpId, ...(after.rpIds ?? [])]);
  return [before.rpId, ...(before.rpIds ?? [])].filter(
    (rpId): rpId is string => rpId !== undefined && !kept.has(rpId),
  );
}

/** A card with settings and the button that saves them. */
export function SettingsCard({
  title,
  tenancyId,
  settings,
  brandLogo,
  mayChange,
  fields,
  aside,
}: Props) {
  const { description, docs } = settingsCards[title];
  const names = settingNamesOf(title);
  const values = valuesOf(names, settings, brandLogo);
  const { form, isDirty, attempts, save, isPending, isConflict, failure } = useSettingsCard({
    title,
    tenancyId,
    values,
  });
  const [asked, setAsked] = useState<CardValues>();
  const lost = asked === undefined ? [] : lostRpIds(values, asked);
  useLeaveWarning(isDirty);
  const element = useRef<HTMLFormElement>(null);
  // After the fields are marked.
  useEffect(() => showFirstIssue(element.current), [attempts]);

  async function submit(edited: CardValues) {
    const isSaved = await save(edited);
    setAsked(undefined);
    if (isSaved) toast(`${title} saved`);
  }

  const saveOrAsk = (edited: CardValues) =>
    lostRpIds(values, edited).length > 0 ? setAsked(edited) : submit(edited);
  const shown = (
    <form
      ref={element}
      noValidate
      aria-label={title}
      className="min-w-0"
      onSubmit={(event) => void form.handleSubmit(saveOrAsk)(event)}
    >
      <Card
        title={title}
        description={
          <>
            {description}
            {docs && <DocsLink to={docs} />}
          </>
        }
      >
        <fieldset disabled={!mayChange} className="flex min-w-0 flex-col gap-5">
          <CardFields names={names} fields={fields} />
        </fieldset>
        {isConflict && (
          <Notice tone="error" title="Another operator saved these settings after you opened them">
            Fields that you haven’t edited now show the saved values. Check them, then save again.
          </Notice>
        )}
        {failure && failure.issues === undefined && <Notice tone="error" title={failure.message} />}
        {mayChange && (
          <div className="flex min-h-11 flex-wrap items-center justify-end gap-2">
            <p role="status" className="mr-auto text-sm text-quiet">
              {isDirty && "Unsaved changes"}
            </p>
            {isDirty && (
              <Button tone="secondary" disabled={isPending} onClick={() => form.reset()}>
                Discard
              </Button>
            )}
            {/* Keeps the focus in the field: leaving it may add a note, which would move the button
                away from under the pointer. */}
            <Button
              type="submit"
              pending={isPending}
              disabled={!isDirty}
              onMouseDown={(event) => event.preventDefault()}
            >
              Save<span className="sr-only"> {title}</span>
            </Button>
          </div>
        )}
      </Card>
    </form>
  );
  return (
    <FormProvider {...form}>
      {aside === undefined ? (
        shown
      ) : (
        <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
          {shown}
          {aside}
        </div>
      )}
      {asked && (
        <ConfirmDialog
          title={`Remove ${lost.join(" and ")}?`}
          act="Remove and save"
          isPending={isPending}
          onConfirm={() => void submit(asked)}
          onClose={() => setAsked(undefined)}
        >
          <p>
            Each passkey belongs to the domain that it was created for and can’t be moved. Passkeys
            of {lost.join(" and ")} stop working until you add the domain again.
          </p>
        </ConfirmDialog>
      )}
    </FormProvider>
  );
}
