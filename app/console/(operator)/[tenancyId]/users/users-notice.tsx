import { Notice } from "@/components/ui/notice";
import { usersOnPage } from "./read-users";

/** States which users the list leaves out. */
export function UsersNotice({ hasMore, leavesOut }: { hasMore: boolean; leavesOut: boolean }) {
  if (hasMore)
    return (
      <Notice tone="info" title={`Showing the first ${usersOnPage} matches`}>
        Type more of the email or name to narrow the search.
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
