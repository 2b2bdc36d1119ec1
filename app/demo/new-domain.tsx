"use client";

import { Globe } from "lucide-react";
import { useSyncExternalStore } from "react";

const never = () => () => undefined;
const newHost = "driftwood.localhost";

/**
 * Demonstrates a change of domain: passkeys belong to a domain, and a code carries the account
 * over.
 */
export function NewDomain() {
  const place = useSyncExternalStore(
    never,
    () => window.location.host,
    () => "",
  );
  if (place === "") return null;
  const [host = "", port = ""] = place.split(":");
  const isThere = host === newHost;
  const target = `http://${isThere ? "localhost" : newHost}${port === "" ? "" : `:${port}`}/demo/login`;
  return (
    <aside className="flex gap-3 rounded-xl border border-dashed border-control p-5 text-sm">
      <Globe aria-hidden className="mt-0.5 size-4 shrink-0 text-quiet" />
      <p className="text-pretty text-quiet">
        {isThere ? "This is the new domain. " : "Suppose Driftwood moves to a new domain. "}A
        passkey works only on the domain that it was made for, so there you sign in with a code to
        your verified address and make a new one.{" "}
        <a href={target} className="text-accent underline underline-offset-4">
          {isThere ? "Back to the old domain" : `Try it on ${newHost}`}
        </a>
      </p>
    </aside>
  );
}
