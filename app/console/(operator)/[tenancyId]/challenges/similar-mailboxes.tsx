import { Link } from "@/app/console/link";
import { Notice } from "@/components/ui/notice";
import { hrefOf } from "@/lib/console/list-search";
import type { EmailLogSearch } from "./email-log-search";

interface Props {
  path: string;
  search: EmailLogSearch;
  /** The address that the operator searched for. */
  address: string;
  /** Codes of the address in the list. */
  codes: number;
  similar: readonly { email: string; codes: number }[];
}

/** Addresses that the user may have typed by mistake. */
export function SimilarMailboxes({ path, search, address, codes, similar }: Props) {
  if (similar.length === 0) return null;
  const { from, to } = search;
  return (
    <Notice
      tone="warning"
      title={
        codes === 0
          ? `No codes for ${address}, but for a similar address`
          : `Codes were also sent to an address similar to ${address}`
      }
    >
      <p>
        The user may have mistyped the address. Codes went to{" "}
        {similar.map(({ email, codes: count }, index) => (
          <span key={email}>
            {index > 0 && (index === similar.length - 1 ? " and " : ", ")}
            <Link
              href={hrefOf(path, { mailbox: email, from, to })}
              className="font-medium break-words underline underline-offset-2"
            >
              {email}
            </Link>{" "}
            ({count})
          </span>
        ))}
        .
      </p>
    </Notice>
  );
}
