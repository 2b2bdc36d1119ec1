import { Compass } from "lucide-react";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

/** The 404 page, the same for unknown and for forbidden pages. */
export default function ConsoleNotFound() {
  return (
    <main className="mx-auto w-full max-w-2xl px-4 py-16">
      <h1 className="sr-only">Page not found</h1>
      <EmptyState
        icon={Compass}
        title="Page not found"
        action={<ButtonLink href="/console">Go to your tenancies</ButtonLink>}
      >
        It doesn’t exist, or your role doesn’t allow it. An owner of the tenancy can change your
        role.
      </EmptyState>
    </main>
  );
}
