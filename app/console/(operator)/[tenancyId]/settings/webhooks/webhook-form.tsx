"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import type { ReactNode } from "react";
import { useForm, useWatch } from "react-hook-form";
import type { z } from "zod";
import { useLeaveWarning } from "@/app/console/use-leave-warning";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import type { ActionFailure } from "@/lib/console/action-result";
import { findSameUrl } from "@/lib/domain/event/webhook/find-same-url";
import { TypeChoice } from "./type-choice";
import { WebhookFields } from "./webhook-fields";

export type WebhookValues = z.input<typeof WebhookFields>;

interface Props {
  values: WebhookValues;
  /** The tenancy's other webhooks. */
  others: readonly { name: string; url: string }[];
  /** Whether the receiver may be on this machine. */
  isLocal: boolean;
  /** Whether the values are saved, so that saving them again changes nothing. */
  isSaved?: boolean;
  act: string;
  isPending: boolean;
  failure: ActionFailure["error"] | undefined;
  issueOf: (path: string) => string | undefined;
  /** @returns whether the values are saved */
  onSubmit: (values: WebhookValues) => Promise<boolean>;
  /** Beside the button. */
  further?: ReactNode;
}

const typeIssues = (failure: Props["failure"]) =>
  failure?.issues?.find(({ path }) => path.startsWith("types"))?.message;

const addressWords = (isLocal: boolean) =>
  isLocal
    ? "The address of your receiver, such as https://app.example.com/webhooks. In local mode also one of this machine, such as http://localhost:4000/webhooks."
    : "An https address of your receiver, such as https://app.example.com/webhooks.";

/** The fields of a webhook. */
export function WebhookForm({
  values,
  others,
  isLocal,
  isSaved = false,
  act,
  isPending,
  failure,
  issueOf,
  onSubmit,
  further,
}: Props) {
  const { register, handleSubmit, setValue, control, formState, reset } = useForm<WebhookValues>({
    resolver: zodResolver(WebhookFields),
    mode: "onTouched",
    defaultValues: values,
  });
  const { errors, isDirty } = formState;
  const [url, types] = useWatch({ control, name: ["url", "types"] });
  const twin = findSameUrl(url, others);
  useLeaveWarning(isDirty && !isPending);

  async function submit(given: WebhookValues) {
    if (await onSubmit(given)) reset(given);
  }

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
      <Card>
        <TextField
          {...register("name")}
          label="Name"
          hint="What receives the events, such as “User mirror”."
          maxLength={100}
          autoComplete="off"
          error={errors.name?.message ?? issueOf("name")}
        />
        <TextField
          {...register("url")}
          label="URL"
          type="url"
          inputMode="url"
          hint={`${addressWords(isLocal)} Every member sees it, so keep secrets out of it.`}
          maxLength={2_048}
          autoComplete="off"
          spellCheck={false}
          error={errors.url?.message ?? issueOf("url")}
        />
        {twin !== undefined && (
          <Notice tone="warning" title={`“${twin.name}” has the same URL`}>
            The receiver can get an event twice, signed with different secrets.
          </Notice>
        )}
        <TypeChoice
          types={types}
          onChange={(chosen) =>
            setValue("types", chosen, { shouldDirty: true, shouldValidate: true })
          }
          error={errors.types?.message ?? typeIssues(failure)}
        />
        {failure && !["name", "url"].some((path) => issueOf(path)) && !typeIssues(failure) && (
          <Notice tone="error" title={failure.message} />
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" pending={isPending} disabled={isSaved && !isDirty}>
            {act}
          </Button>
          {further}
        </div>
      </Card>
    </form>
  );
}
