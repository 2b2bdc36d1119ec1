import type { EmailLogSearch } from "./email-log-search";

/** Says why the list may be shorter than the number of the overview that links to it. */
export function RetentionNote({ search: { from } }: { search: EmailLogSearch }) {
  if (from === undefined) return null;
  return (
    <p className="text-sm text-pretty text-quiet">
      The overview counts more than this list shows: it includes emails without a code, and codes
      whose entries were deleted a day after they expired.
    </p>
  );
}
