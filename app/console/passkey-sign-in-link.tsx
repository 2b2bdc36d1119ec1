"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { ButtonLink } from "@/components/ui/button";
import { signInPath } from "@/lib/console/wanted-page";

/** Leads a code session to the sign-in, and from there back to the page. */
export function PasskeySignInLink() {
  const path = usePathname();
  const query = useSearchParams().toString();
  return (
    <ButtonLink tone="secondary" href={signInPath(query === "" ? path : `${path}?${query}`)}>
      Sign in with a passkey
    </ButtonLink>
  );
}
