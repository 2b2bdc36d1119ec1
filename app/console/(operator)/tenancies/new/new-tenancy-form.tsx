"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { type FieldPath, FormProvider, useForm } from "react-hook-form";
import { SettingField } from "@/app/console/(operator)/[tenancyId]/settings/setting-field";
import {
  sentence,
  settingsResolver,
} from "@/app/console/(operator)/[tenancyId]/settings/settings-resolver";
import { makeTenancy } from "@/app/console/(operator)/tenancies/actions";
import { useAction } from "@/app/console/use-action";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import type { SettingsChange } from "@/lib/domain/base/tenancy/settings";
import { ClientChoice } from "./client-choice";
import { EnvironmentChoice } from "./environment-choice";

const local = "localhost";
const localOnly =
  "Passkeys for localhost work only on your own computer. Enter the domain of your site.";

export function NewTenancyForm() {
  const router = useRouter();
  const [isCompatible, setCompatible] = useState(false);
  const { run, isPending, failure } = useAction(makeTenancy, ({ name }) => `create ${name}`);
  const form = useForm<SettingsChange>({
    defaultValues: { name: "", environment: "development", rpId: local, allowedOrigins: [] },
    resolver: settingsResolver,
    mode: "onTouched",
  });

  async function create({
    name = "",
    environment = "development",
    rpId = "",
    allowedOrigins = [],
  }: SettingsChange) {
    if (environment !== "development" && rpId === local)
      return form.setError("rpId", { message: localOnly }, { shouldFocus: true });
    const result = await run({ name, environment, rpId, allowedOrigins, isCompatible });
    if (result.ok) return router.push(`/console/${result.value.id}`);
    for (const { path, message } of result.error.issues ?? [])
      form.setError(path as FieldPath<SettingsChange>, { message: sentence(message) });
  }

  /** Keeps what the field contains. Suggests an rpId only for an empty one. */
  function checkRpId(environment: string) {
    const current = form.getValues("rpId");
    if (environment === "development" && current === "") form.setValue("rpId", local);
    if (environment !== "development" && current === local)
      form.setError("rpId", { message: localOnly });
    else form.clearErrors("rpId");
  }

  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="flex flex-col gap-6"
        onSubmit={(event) => void form.handleSubmit(create)(event)}
      >
        <Card>
          <SettingField
            name="name"
            autoFocus
            example="Harbour shop"
            help="Shown in the console. You can change it later."
          />
          <EnvironmentChoice onChoose={checkRpId} />
        </Card>
        <Card title="Where users sign in">
          <SettingField
            name="rpId"
            help="The domain that passkeys belong to. Use your main domain, so that its subdomains share passkeys."
          />
          <SettingField
            name="allowedOrigins"
            help="Sites whose pages can use passkeys: scheme, host and port. You can add more later."
          />
        </Card>
        <Card title="Who calls it">
          <ClientChoice isCompatible={isCompatible} onChoose={setCompatible} />
        </Card>
        {failure && failure.issues === undefined && <Notice tone="error" title={failure.message} />}
        <div className="flex flex-wrap gap-2">
          {/* Keeps the focus in the field: leaving it may add a note, which would move the button
              away from under the pointer. */}
          <Button type="submit" pending={isPending} onMouseDown={(event) => event.preventDefault()}>
            Create tenancy
          </Button>
          <ButtonLink tone="secondary" href="/console/tenancies">
            Cancel
          </ButtonLink>
        </div>
      </form>
    </FormProvider>
  );
}
