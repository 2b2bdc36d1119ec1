"use client";

import { Globe } from "lucide-react";
import { isDemoHost, usePageAddress } from "./page-address";

const newHost = "driftwood.localhost";

/**
 * Demonstrates a change of domain: a passkey works on one domain only, and an emailed code signs the
 * user in on the other.
 */
export function NewDomain() {
  const address = usePageAddress();
  if (address === undefined || !isDemoHost(address.hostname)) return null;
  const isThere = address.hostname === newHost;
  const port = address.port === "" ? "" : `:${address.port}`;
  const target = `http://${isThere ? "localhost" : newHost}${port}/demo/login`;
  return (
    <aside className="flex gap-3 rounded-xl border border-dashed border-control p-5 text-sm">
      <Globe aria-hidden className="mt-0.5 size-4 shrink-0 text-quiet" />
      <p className="text-pretty text-quiet">
        {isThere
          ? "You’re on Driftwood’s new domain. "
          : "Try what happens when Driftwood moves to a new domain. "}
        A passkey works only on the domain that created it. On the new one, sign in with a code to
        your verified email, then create another passkey.{" "}
        <a href={target} className="text-accent underline underline-offset-4">
          {isThere ? "Return to localhost" : `Open ${newHost}`}
        </a>
      </p>
    </aside>
  );
}
