"use client";

import { KeyRound } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLink } from "@/app/console/(open)/use-link";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import type { ConsoleRelyingParty } from "@/lib/console/relying-party";

export function SetUpForm({ relyingParty }: { relyingParty: ConsoleRelyingParty }) {
  const { failure, isIncomplete, isPending, run } = useLink(relyingParty);
  const [email, setEmail] = useState("");
  const field = useRef<HTMLInputElement>(null);
  // The browser ignores `autofocus`, because the link's secret is the URL's fragment.
  useEffect(() => field.current?.focus(), []);
  if (isIncomplete)
    return (
      <Notice tone="error" title="This link is incomplete">
        Open the whole link, with everything after the “#”. Until there is an owner, each start of
        the server prints a new link.
      </Notice>
    );
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void run(email);
      }}
    >
      {failure && failure.field === undefined && (
        <Notice tone="error" title={failure.title}>
          {failure.advice} Until there is an owner, each start of the server prints a new link.
        </Notice>
      )}
      <TextField
        label="Your email"
        type="email"
        autoComplete="username"
        ref={field}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        hint="We send sign-in codes there when you don’t have your passkey."
        error={failure?.field?.message}
      />
      <Button type="submit" width="full" pending={isPending}>
        <KeyRound aria-hidden className="size-4" />
        Create my passkey
      </Button>
    </form>
  );
}
