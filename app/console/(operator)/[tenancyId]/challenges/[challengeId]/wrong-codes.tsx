import { linkLook } from "@/app/console/(operator)/[tenancyId]/activity/entry-facts";
import { wrongCodeReason } from "@/app/console/(operator)/[tenancyId]/challenges/find-last-wrong-code";
import { Link } from "@/app/console/link";
import { LocalTime } from "@/components/ui/local-time";
import { hrefOf } from "@/lib/console/list-search";

interface Props {
  email: string;
  /** When a wrong code was last entered, in ms. */
  lastAt: number;
  /** The tenancy's pages. */
  path: string;
}

/** Says when a wrong code was last entered, with a link to those events. */
export function WrongCodes({ email, lastAt, path }: Props) {
  return (
    <p className="mt-1">
      The last wrong code was entered on <LocalTime at={lastAt} />.{" "}
      <Link
        href={hrefOf(`${path}/activity`, { mailbox: email, reason: wrongCodeReason })}
        className={linkLook}
      >
        Wrong codes of this mailbox in Activity
      </Link>
    </p>
  );
}
