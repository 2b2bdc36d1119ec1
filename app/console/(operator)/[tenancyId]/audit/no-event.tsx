import { DidYouMean } from "@/app/console/(operator)/[tenancyId]/did-you-mean";
import { Link } from "@/app/console/link";
import { hrefOf } from "@/lib/console/list-search";
import { parseEmail } from "@/lib/domain/base/email-address";
import type { AuditSearch } from "./audit-search";

const hintOf = ({ reason }: AuditSearch) =>
  reason === undefined
    ? "Type less of an email or name, or remove a filter."
    : "Type less of the reason, or remove a filter. Only some events have a reason.";

interface Props {
  path: string;
  search: AuditSearch;
  /** Addresses of users that the target looks like. */
  suggestions: readonly string[];
}

/** What an audit log without a match says, and what to do next. */
export function noEvent({ path, search, suggestions }: Props) {
  const { target } = search;
  const isAddress = target !== undefined && parseEmail(target) !== null;
  return {
    title: target === undefined ? "No events match" : `No events match “${target}”`,
    text: (
      <div className="flex flex-col gap-3">
        <DidYouMean
          links={suggestions.map((email) => ({
            email,
            href: hrefOf(path, { ...search, target: email, after: undefined }),
          }))}
        />
        <p>{hintOf(search)}</p>
        {isAddress && (
          <p>
            Erased users can’t be found by email, because the audit log keeps no addresses. Search
            for their Keystead id, or look at{" "}
            <Link
              href={hrefOf(path, { about: "user.erased" })}
              className="font-medium text-accent underline underline-offset-4"
            >
              all erased users
            </Link>
            .
          </p>
        )}
      </div>
    ),
    showAll: "Show all events",
  };
}
