import { Compass } from "lucide-react";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

/** What a 404 says, the same for unknown and for forbidden pages. */
export function PageNotFound() {
  return (
    <>
      <h1 className="sr-only">Page not found</h1>
      <EmptyState
        icon={Compass}
        title="Page not found"
        action={<ButtonLink href="/console">Go to your tenancies</ButtonLink>}
      >
        It doesn’t exist any more, or your role doesn’t allow it. An owner of the tenancy can change
        your role. Deleted passkeys have no page; the audit log keeps their ids.
      </EmptyState>
    </>
  );
}
