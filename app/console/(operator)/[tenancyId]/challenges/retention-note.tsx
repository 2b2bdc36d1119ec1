import type { EmailLogSearch } from "./email-log-search";

/** Says why the list may be shorter than the number of the alarm that links to it. */
export function RetentionNote({ search: { from, delivery } }: { search: EmailLogSearch }) {
  if (from === undefined || delivery === undefined) return null;
  return (
    <p className="text-sm text-pretty text-quiet">
      Emails without a code, such as notices, aren’t in this list. The overview counts them, too.
    </p>
  );
}
