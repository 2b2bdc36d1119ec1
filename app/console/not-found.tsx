import { Compass } from "lucide-react";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

/** The 404 page, the same for unknown and for forbidden pages. */
export default function ConsoleNotFound() {
  return (
    <div className="mx-auto w-full max-w-2xl px-4 py-16">
      <h1 className="sr-only">Nothing here</h1>
      <EmptyState
        icon={Compass}
        title="There is nothing here for you"
        action={<ButtonLink href="/console">To your tenancies</ButtonLink>}
      >
        It does not exist, has been deleted, or your role does not reach it. An owner of the tenancy
        can give you one that does.
      </EmptyState>
    </div>
  );
}
