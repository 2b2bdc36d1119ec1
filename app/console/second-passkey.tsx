"use client";

import { useState } from "react";
import { dismissedCookie } from "@/app/console/second-passkey-cookie";
import { Button, ButtonLink } from "@/components/ui/button";
import { focusHeading } from "@/components/ui/capture-focus";
import { Notice } from "@/components/ui/notice";

const shownSeconds = 14 * 86_400;

/** Stores in this browser that the operator has read the suggestion. */
function storeDismissal(sub: string): void {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${dismissedCookie}=${sub}; Path=/console; Max-Age=${shownSeconds}; SameSite=Lax${secure}`;
}

/** Suggests a second passkey to a new owner, who otherwise depends on one device. */
export function SecondPasskey({ sub }: { sub: string }) {
  const [isDismissed, setDismissed] = useState(false);
  if (isDismissed) return null;
  return (
    <Notice tone="info" title="Add a second passkey">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="max-w-prose">
          You have one passkey. If you lose it, an emailed code only lets you view pages and
          restrict access. Add another on a second device or a security key.
        </p>
        <div className="flex flex-wrap gap-2">
          <ButtonLink tone="secondary" href="/console/account/passkeys/new">
            Add a passkey
          </ButtonLink>
          <Button
            tone="plain"
            onClick={() => {
              storeDismissal(sub);
              focusHeading();
              setDismissed(true);
            }}
          >
            Dismiss
          </Button>
        </div>
      </div>
    </Notice>
  );
}
