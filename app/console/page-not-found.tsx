"use client";

import { Compass } from "lucide-react";
import { usePathname } from "next/navigation";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

const ofPasskey = /^\/console\/[^/]+\/passkeys\/[^/]+$/;

/** What a 404 says, the same for unknown and for forbidden pages. */
export function PageNotFound() {
  const isOfPasskey = ofPasskey.test(usePathname());
  return (
    <>
      <h1 className="sr-only">Page not found</h1>
      <EmptyState
        icon={Compass}
        title="Page not found"
        action={<ButtonLink href="/console">Go to your tenancies</ButtonLink>}
      >
        This page doesn’t exist, or your role may not see it. An owner of the tenancy can change
        your role.
        {isOfPasskey && " Deleted passkeys have no page; the audit log keeps their ids."}
      </EmptyState>
    </>
  );
}
