import { Fingerprint, SearchX } from "lucide-react";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

export function NothingFound({ isFiltered, path }: { isFiltered: boolean; path: string }) {
  if (!isFiltered)
    return (
      <EmptyState icon={Fingerprint} title="No passkey yet">
        Passkeys appear as people register them on your site. The overview of this tenancy has the
        snippets that begin with.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={SearchX}
      title="No passkey fits"
      action={
        <ButtonLink tone="secondary" href={path}>
          Show all passkeys
        </ButtonLink>
      }
    >
      Nothing has all of this at once. Take a filter away, or search for less of the username.
    </EmptyState>
  );
}
