"use client";

import { useState, useSyncExternalStore } from "react";
import { Keystead } from "@/lib/client/v2";
import type { ConsoleRelyingParty } from "@/lib/console/relying-party";
import type { LinkCeremony } from "@/lib/domain/admin/operator/session/follow-link";
import { beginWithLink, finishWithLink } from "./actions";

export interface LinkFailure {
  title: string;
  advice: string;
  field?: { path: string; message: string };
}

const spent: LinkFailure = {
  title: "This link no longer works",
  advice: "It has expired or was already used.",
};

/**
 * Returns the code of the created or used passkey, or the error. Undefined if the operator left the
 * page.
 */
async function prove(
  relyingParty: ConsoleRelyingParty,
  ceremony: LinkCeremony,
): Promise<string | LinkFailure | undefined> {
  const keystead = new Keystead(relyingParty);
  if ("authenticationToken" in ceremony) {
    const used = await keystead.authenticatePasskey(ceremony);
    if (used.success) return used.code;
    return used._tag === "@error/Aborted"
      ? undefined
      : {
          title: "No passkey was used",
          advice:
            used._tag === "@error/Cancelled"
              ? "The prompt was closed or timed out. Try again."
              : used.message,
        };
  }
  const made = await keystead.registerPasskey(ceremony);
  if (made.success) return made.principal.token;
  return made._tag === "@error/Aborted"
    ? undefined
    : { title: "No passkey was created", advice: made.message };
}

async function follow(
  relyingParty: ConsoleRelyingParty,
  email: string | undefined,
): Promise<LinkFailure | undefined | "done"> {
  const token = window.location.hash.slice(1);
  if (token === "") return spent;
  const begun = await beginWithLink({ token, ...(email === undefined ? {} : { email }) });
  if (!begun.ok && begun.error.tag === "@error/InvalidToken") return spent;
  if (!begun.ok && begun.error.tag === "@error/InvalidEmail")
    return { title: "", advice: "", field: { path: "email", message: begun.error.message } };
  if (!begun.ok) return { title: "The link could not be used", advice: begun.error.message };
  const proved = await prove(relyingParty, begun.value);
  if (typeof proved === "object" || proved === undefined) return proved;
  const finished = await finishWithLink({ token, code: proved });
  if (finished.ok) return "done";
  return finished.error.tag === "@error/InvalidToken"
    ? spent
    : { title: "You are not signed in", advice: finished.error.message };
}

function watchFragment(onChange: () => void) {
  window.addEventListener("hashchange", onChange);
  return () => window.removeEventListener("hashchange", onChange);
}
const lacksFragment = () => window.location.hash.length <= 1;
// The server never sees the fragment.
const isUnknown = () => false;

/** Creates the passkey that the URL's link is for, then opens the console. */
export function useLink(relyingParty: ConsoleRelyingParty) {
  const [failure, setFailure] = useState<LinkFailure>();
  const [isPending, setPending] = useState(false);
  const isIncomplete = useSyncExternalStore(watchFragment, lacksFragment, isUnknown);

  async function run(email?: string) {
    setPending(true);
    const outcome = await follow(relyingParty, email).catch((): LinkFailure => ({
      title: "The service cannot be reached",
      advice: "Try again in a moment.",
    }));
    // Replaces the page, so that the secret leaves the history and the console loads fresh.
    if (outcome === "done") return window.location.replace("/console");
    setFailure(outcome);
    setPending(false);
  }
  return { failure, isIncomplete, isPending, run };
}
