import type { RemainingWays } from "./remaining-ways";

/** What the dialog that deletes or disables a passkey says about the user’s other ways to sign in. */
export function RemainingWords({ isLast, words }: RemainingWays) {
  return <p className={isLast ? "font-medium text-ink" : ""}>{words}</p>;
}
