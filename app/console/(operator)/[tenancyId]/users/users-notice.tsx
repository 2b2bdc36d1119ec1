import { Notice } from "@/components/ui/notice";
import { usersOnPage } from "./read-users";

/** States which users the list leaves out. */
export function UsersNotice({
  hasMore,
  isPartial,
  leavesOut,
}: {
  hasMore: boolean;
  isPartial: boolean;
  leavesOut: boolean;
}) {
  if (hasMore)
    return (
      <Notice tone="info" title={`Showing the first ${usersOnPage} matches`}>
        Type more of the email or name to narrow the search.
      </Notice>
    );
  if (isPartial)
    return (
      <Notice tone="info" title="The search didn’t reach all users">
        Type more of the email or name, from its beginning.
      </Notice>
    );
  if (leavesOut)
    return (
      <Notice tone="info" title="Users without an email are hidden">
        Sort by creation time to see them.
      </Notice>
    );
  return null;
}
