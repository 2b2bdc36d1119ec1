import { SearchX, Users } from "lucide-react";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

export function NoUsersFound({ q, path }: { q: string | undefined; path: string }) {
  if (q === undefined)
    return (
      <EmptyState icon={Users} title="No user yet">
        A user appears with their first passkey. Let somebody register on your site, or call POST
        passkey/registration/authorize from your backend.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={SearchX}
      title="Nobody found"
      action={
        <ButtonLink tone="secondary" href={path}>
          Show all users
        </ButtonLink>
      }
    >
      No email, given name or family name begins with{" "}
      <span className="font-medium break-all text-ink">{q}</span>, and it is nobody’s sub or user
      id. A part from the middle of a word finds nothing; its beginning does.
    </EmptyState>
  );
}
