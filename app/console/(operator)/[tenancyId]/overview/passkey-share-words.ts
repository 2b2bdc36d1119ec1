import type { PasskeyShare } from "@/lib/domain/user/search/read-passkey-share";

const number = new Intl.NumberFormat("en");
const percent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 0 });

/** How many of the active users have a passkey, as a sentence; empty without active users. */
export function passkeyShareWords({ users, withPasskey, isComplete }: PasskeyShare): string {
  if (users === 0) return "";
  if (users === 1)
    return `The only active user has ${withPasskey === 1 ? "a passkey" : "no passkey"}.`;
  const all = `${isComplete ? "" : "last "}${number.format(users)} active users`;
  return `Of the ${all}, ${percent.format(withPasskey / users)} have a passkey.`;
}
