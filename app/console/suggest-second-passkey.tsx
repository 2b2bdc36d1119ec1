import { accountContext } from "@/lib/console/account-context";
import { readRequestFacts } from "@/lib/console/request-facts";
import { needsSecondPasskey } from "@/lib/domain/admin/operator/account/list-own-passkeys";
import { SecondPasskey } from "./second-passkey";
import { dismissedCookie } from "./second-passkey-cookie";

/** The suggestion of a second passkey, for a new owner with one until they dismiss it. */
export async function SuggestSecondPasskey() {
  const account = await accountContext();
  const { sub } = account.session;
  const { cookie } = await readRequestFacts();
  return cookie(dismissedCookie) !== sub && (await needsSecondPasskey(account)) ? (
    <SecondPasskey sub={sub} />
  ) : null;
}
