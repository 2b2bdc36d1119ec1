import { Notice } from "@/components/ui/notice";
import type { OperatorSession } from "@/lib/domain/admin/operator/session/find-session";

/** Says to a code session why it is at the sign-in instead of on the page. */
export function PasskeyNeeded({ signIn }: Pick<OperatorSession, "signIn">) {
  return (
    <Notice tone="info" title="This page needs a passkey">
      {signIn === "code"
        ? "You signed in with an emailed code. Sign in with a passkey to open the page."
        : "Your passkey is not trusted yet. Sign in with another passkey, or wait until 24 hours " +
          "after you added it. Another owner can approve it sooner."}
    </Notice>
  );
}
