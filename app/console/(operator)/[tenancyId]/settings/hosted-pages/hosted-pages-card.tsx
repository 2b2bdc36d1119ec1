"use client";

import { toast } from "sonner";
import { saveHostedPages } from "@/app/console/(operator)/[tenancyId]/settings/actions";
import { DocsLink } from "@/app/console/docs-link";
import { useAction } from "@/app/console/use-action";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopyText } from "@/components/ui/copy-text";
import { Notice } from "@/components/ui/notice";
import type { HostedPages } from "@/lib/domain/base/tenancy/hosted-pages";
import { SampleLink } from "./sample-link";
import { UnavailableNotice } from "./unavailable-notice";

interface Props {
  tenancyId: string;
  isOn: boolean;
  found: HostedPages;
  baseUrl: string;
  redirectUris: string[];
  mayChange: boolean;
}

function State({ isOn, isWorking }: { isOn: boolean; isWorking: boolean }) {
  if (!isOn) return <Badge>Disabled</Badge>;
  return isWorking ? <Badge tone="good">Enabled</Badge> : <Badge tone="warning">Not working</Badge>;
}

/** Enables or disables hosted pages, or explains why they are unavailable. */
export function HostedPagesCard({
  tenancyId,
  isOn,
  found,
  baseUrl,
  redirectUris,
  mayChange,
}: Props) {
  const { run, isPending, failure, issueOf } = useAction(
    saveHostedPages,
    `${isOn ? "disable" : "enable"} hosted pages`,
  );

  async function set(on: boolean) {
    if ((await run(tenancyId, { isOn: on })).ok)
      toast(on ? "Hosted pages enabled" : "Hosted pages disabled", {
        action: { label: "Undo", onClick: () => void set(!on) },
      });
  }

  const refusal = issueOf("hostedPages") ?? failure?.message;
  const action = mayChange && (isOn || found.available) && (
    <Button
      tone={isOn ? "secondary" : "primary"}
      pending={isPending}
      onClick={() => void set(!isOn)}
    >
      {isOn ? "Disable" : "Enable"}
    </Button>
  );
  return (
    <Card
      title={
        <span className="flex items-center gap-3">
          Hosted pages <State isOn={isOn} isWorking={found.available} />
        </span>
      }
      description={
        <>
          Keystead serves the sign-in and registration pages, so your application doesn’t need its
          own.
          <DocsLink to="hostedPages" />
        </>
      }
      action={action || undefined}
    >
      {!found.available && <UnavailableNotice tenancyId={tenancyId} isOn={isOn} found={found} />}
      {isOn && found.available && (
        <>
          <CopyText text={`${baseUrl}/auth/${tenancyId}/sign-in`} label="sign-in page URL" />
          <SampleLink tenancyId={tenancyId} baseUrl={baseUrl} redirectUris={redirectUris} />
        </>
      )}
      {refusal !== undefined && <Notice tone="error" title={refusal} />}
    </Card>
  );
}
