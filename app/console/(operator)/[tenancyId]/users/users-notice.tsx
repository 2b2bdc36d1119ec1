import { Notice } from "@/components/ui/notice";

/** States which users the list leaves out or doesn’t sort. */
export function UsersNotice({
  isPartial,
  unsorted,
}: {
  isPartial: boolean;
  unsorted: "no-email" | "no-sign-in" | undefined;
}) {
  if (isPartial)
    return (
      <Notice tone="info" title="The search didn’t reach all users">
        Type more of the email or name, from its beginning.
      </Notice>
    );
  if (unsorted === "no-email")
    return (
      <Notice tone="info" title="Users without an email are hidden">
        Sort by creation time to see them.
      </Notice>
    );
  if (unsorted === "no-sign-in")
    return (
      <Notice tone="info" title="Users without a recent sign-in are last">
        This order covers the sign-ins that Activity still keeps. The other users follow, the newest
        first.
      </Notice>
    );
  return null;
}
