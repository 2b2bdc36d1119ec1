import type { ReactNode } from "react";
import { DidYouMean } from "@/app/console/(operator)/[tenancyId]/did-you-mean";
import { ErasedUsers } from "@/app/console/(operator)/[tenancyId]/erased-users";
import { Link } from "@/app/console/link";
import { hrefOf } from "@/lib/console/list-search";
import { parseEmail } from "@/lib/domain/base/email-address";

const showAll = "Show all users";

function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="font-medium break-words text-accent underline underline-offset-4">
      {children}
    </Link>
  );
}

interface Search {
  tenancyId: string;
  /** The text of the search, if there is one. */
  text: string | undefined;
  /** The search has filters besides the text. */
  hasFilters: boolean;
  /** Addresses of users that the text looks like. */
  suggestions: readonly string[];
  /** The tenancy has erased users, who aren't found by email. */
  hasErased: boolean;
}

/** What a list without a match says, and what to do next. */
export function noUser({ tenancyId, text, hasFilters, suggestions, hasErased }: Search) {
  const path = `/console/${tenancyId}`;
  if (text === undefined)
    return {
      title: "No users match these filters",
      text: "Remove a filter to see more users.",
      showAll,
    };
  const mailbox = parseEmail(text)?.normalized;
  const hint = hasFilters
    ? "Remove a filter, or search for another part of the email, name or id."
    : text.length < 3
      ? "Search for three or more characters of an email or name, or for the start of a username, user " +
        "id or sub."
      : "Search for another part of the email or name, or for the start of the username, user id or sub.";
  return {
    title: `No users match “${text}”`,
    text: (
      <div className="flex flex-col gap-3">
        <DidYouMean
          links={suggestions.map((email) => ({
            email,
            href: hrefOf(`${path}/users`, { q: email }),
          }))}
        />
        {mailbox === undefined ? (
          <p>{hint}</p>
        ) : (
          <p>
            {hasFilters
              ? "Remove a filter, or check the spelling. This address "
              : "No user has this address. It "}
            may still have{" "}
            <TextLink href={hrefOf(`${path}/challenges`, { mailbox })}>emails</TextLink> and{" "}
            <TextLink href={hrefOf(`${path}/activity`, { mailbox })}>activity</TextLink>.
          </p>
        )}
        {hasErased && <ErasedUsers tenancyId={tenancyId} />}
      </div>
    ),
    showAll,
  };
}
