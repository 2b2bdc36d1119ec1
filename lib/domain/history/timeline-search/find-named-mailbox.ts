import type { TenancyContext } from "@/lib/domain/base/context";
import { parseEmail } from "@/lib/domain/base/email-address";
import { findParties } from "./find-parties";

/**
 * Returns the one mailbox that a search names: the address, else the one of all codes that it
 * found, else the only mailbox that contains the text; null if there are more or none.
 * @param found normalized emails of the codes that the search found
 */
export async function findNamedMailbox(
  ctx: TenancyContext,
  text: string,
  found: readonly string[],
): Promise<string | null> {
  const address = parseEmail(text);
  if (address !== null) return address.normalized;
  const [first, second] = new Set(found);
  if (first !== undefined && second === undefined) return first;
  if (first !== undefined) return null;
  const parties = await findParties(ctx, text);
  const [email, another] = parties === "many" ? [] : parties.emails;
  return email !== undefined && another === undefined ? email : null;
}
