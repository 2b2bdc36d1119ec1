import { Link } from "@/app/console/link";
import { hrefOf } from "@/lib/console/list-search";

/** Where to look for an erased user, because their address is deleted. */
export function ErasedUsers({ tenancyId }: { tenancyId: string }) {
  return (
    <p>
      If the user was erased, their address was deleted, too. The{" "}
      <Link
        href={hrefOf(`/console/${tenancyId}/audit`, { about: "user.erased" })}
        className="font-medium text-accent underline underline-offset-4"
      >
        audit log
      </Link>{" "}
      lists erased users by id.
    </p>
  );
}
