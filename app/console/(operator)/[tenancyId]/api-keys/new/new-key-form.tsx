"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import type { z } from "zod";
import { createKey } from "@/app/console/(operator)/[tenancyId]/api-keys/actions";
import { type KeyPlace, KeyShown } from "@/app/console/(operator)/[tenancyId]/api-keys/key-shown";
import {
  defaultKeyLife,
  keyLives,
  NewKey,
} from "@/app/console/(operator)/[tenancyId]/api-keys/new-key";
import { useAction } from "@/app/console/use-action";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { keyPresets } from "./key-presets";
import { ScopeChoice } from "./scope-choice";

type Values = z.input<typeof NewKey>;

const lifeChoices = keyLives.map((days) => ({
  value: String(days),
  label: days === null ? "Never" : `In ${days} days`,
}));

/** Creates a key and shows its text once. */
export function NewKeyForm({ place }: { place: KeyPlace }) {
  const { run, isPending, failure, issueOf } = useAction(
    createKey,
    (_, { name }) => `create the key “${name}”`,
  );
  const router = useRouter();
  const [made, setMade] = useState<{ name: string; key: string }>();
  const { register, handleSubmit, setValue, control, formState } = useForm<Values>({
    resolver: zodResolver(NewKey),
    mode: "onTouched",
    defaultValues: { name: "", scopes: [...keyPresets[0].scopes], lifeDays: defaultKeyLife },
  });
  const { errors } = formState;
  const [lifeDays, scopes] = useWatch({ control, name: ["lifeDays", "scopes"] });
  const list = `/console/${place.tenancyId}/api-keys`;

  async function create(values: Values) {
    const result = await run(place.tenancyId, values);
    if (result.ok) setMade({ name: values.name.trim(), key: result.value.key });
  }

  if (made !== undefined)
    return (
      <Card title={`“${made.name}” is ready`}>
        <KeyShown apiKey={made.key} place={place} />
        {/* Not a link: it acknowledges that the key is stored, so leaving asks nothing. */}
        <Button className="self-start" onClick={() => router.push(list)}>
          I’ve stored the key
        </Button>
      </Card>
    );
  return (
    <form
      noValidate
      className="flex flex-col gap-6"
      onSubmit={(event) => void handleSubmit(create)(event)}
    >
      <Card>
        <TextField
          {...register("name")}
          label="Name"
          autoFocus
          hint="The backend that uses it, such as “Shop, production”."
          maxLength={100}
          autoComplete="off"
          error={errors.name?.message ?? issueOf("name")}
        />
        <SelectField
          label="Expires"
          hint="Rotate the key before it expires. The list marks it 14 days before."
          choices={lifeChoices}
          value={String(lifeDays)}
          onChange={({ target }) =>
            setValue("lifeDays", keyLives.find((days) => String(days) === target.value) ?? null)
          }
        />
        {lifeDays === null && (
          <Notice tone="warning" title="This key never expires">
            If it leaks, it works until someone notices and revokes it.
          </Notice>
        )}
      </Card>
      <ScopeChoice
        scopes={scopes}
        onChange={(chosen) => setValue("scopes", chosen, { shouldValidate: true })}
        error={errors.scopes?.message ?? issueOf("scopes")}
      />
      {failure && failure.issues === undefined && <Notice tone="error" title={failure.message} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" pending={isPending}>
          Create key
        </Button>
        <ButtonLink tone="secondary" href={list}>
          Cancel
        </ButtonLink>
      </div>
    </form>
  );
}
