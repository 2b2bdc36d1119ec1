/**
 * What may go wrong in an application's eyes, as OAuth names it (RFC 6749 §4.1.2.1); a closed list.
 */
type HostedError = "access_denied" | "invalid_request" | "temporarily_unavailable";

type Outcome = { code: string } | { error: HostedError; error_description: string };

/**
 * The registered address with the outcome and the application's state added to its query, whose
 * other parameters stay.
 */
export function returnAddress(
  redirectUri: string,
  outcome: Outcome,
  state: string | undefined,
): string {
  const url = new URL(redirectUri);
  const told =
    "code" in outcome
      ? { code: outcome.code }
      : { error: outcome.error, error_description: outcome.error_description };
  const added = { ...told, ...(state === undefined ? {} : { state }) };
  for (const [name, value] of Object.entries(added)) url.searchParams.append(name, value);
  return url.href;
}
