"use client";

import { useState } from "react";
import { Keystead } from "@/lib/client/v2";
import type { ConsoleRelyingParty } from "@/lib/console/relying-party";
import { beginWithLink, finishWithLink } from "./actions";

export interface LinkFailure {
  title: string;
  advice: string;
  field?: { path: string; message: string };
}

const spent: LinkFailure = { title: "This link is not good any more", advice: "It has expired or was used." };

async function follow(relyingParty: ConsoleRelyingParty, email: string | undefined): Promise<LinkFailure | undefined | "done"> {
  const token = window.location.hash.slice(1);
  if (token === "") return spent;
  const begun = await beginWithLink({ token, ...(email === undefined ? {} : { email }) });
  if (!begun.ok && begun.error.tag === "@error/InvalidToken") return spent;
  if (!begun.ok && begun.error.tag === "@error/InvalidEmail") return { title: "", advice: "", field: { path: "email", message: begun.error.message } };
  if (!begun.ok) return { title: "No passkey was made", advice: begun.error.message };
  const made = await new Keystead(relyingParty).registerPasskey(begun.value);
  if (!made.success && made._tag === "@error/Aborted") return undefined;
  if (!made.success) return { title: "No passkey was made", advice: made.message };
  const finished = await finishWithLink({ token, code: made.principal.token });
  if (finished.ok) return "done";
  return finished.error.tag === "@error/InvalidToken" ? spent : { title: "You are not signed in", advice: finished.error.message };
}

/** Makes the passkey that the link in the address is for, and goes to the console. */
export function useLink(relyingParty: ConsoleRelyingParty) {
  const [failure, setFailure] = useState<LinkFailure>();
  const [isPending, setPending] = useState(false);

  async function run(email?: string) {
    setPending(true);
    const outcome = await follow(relyingParty, email).catch((): LinkFailure => ({ title: "The service cannot be reached", advice: "Try again in a moment." }));
    // A whole page load: the secret leaves the history's entry, and the console begins fresh.
    if (outcome === "done") return window.location.replace("/console");
    setFailure(outcome);
    setPending(false);
  }
  return { failure, isPending, run };
}
