"use client";

import { useState } from "react";
import { toast } from "sonner";
import { confirmHost } from "@/app/console/(operator)/[tenancyId]/settings/actions";
import { useAction } from "@/app/console/use-action";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";

export function ConfirmHost({ tenancyId, hosts }: { tenancyId: string; hosts: readonly string[] }) {
  const { run, isPending, failure, issueOf } = useAction(
    confirmHost,
    (_, { host: confirmed }) => `confirm ${confirmed}`,
  );
  const [host, setHost] = useState("");

  async function confirm() {
    const result = await run(tenancyId, { host });
    if (!result.ok) return;
    toast(`Keystead now serves the file for ${host.trim()}`);
    setHost("");
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void confirm();
      }}
    >
      <TextField
        label="Host to serve the file for"
        placeholder={hosts[0] && `Such as ${hosts[0]}`}
        value={host}
        onChange={({ target }) => setHost(target.value)}
        autoComplete="off"
        spellCheck={false}
        hint="All sites in the file can then use passkeys of this domain."
        error={issueOf("host")}
      />
      {failure && failure.issues === undefined && <Notice tone="error" title={failure.message} />}
      <Button
        type="submit"
        tone="secondary"
        className="self-start"
        pending={isPending}
        disabled={host.trim() === ""}
      >
        Confirm host
      </Button>
    </form>
  );
}
