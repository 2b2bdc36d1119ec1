import { Notice } from "@/components/ui/notice";

/** States which users the list leaves out. */
export function UsersNotice({
  isPartial,
  leavesOut,
}: {
  isPartial: boolean;
  leavesOut: "no-email" | "no-sign-in" | undefined;
}) {
  if (isPartial)
    return (
      <Notice tone="info" title="The search didn’t reach all users">
        Type more of the email or name, from its beginning.
      </Notice>
    );
  if (leavesOut === "no-email")
    return (
      <Notice tone="info" title="Users without an email are hidden">
        Sort by creation time to see them.
      </Notice>
    );
  if (leavesOut === "no-sign-in")
    return (
      <Notice tone="info" title="Users without a recent sign-in are hidden">
        This order covers the sign-ins that the activity log still keeps. Sort by creation time to
        see all users.
      </Notice>
    );
  return null;
}
