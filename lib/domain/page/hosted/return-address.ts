/** The OAuth error codes that an application may get (RFC 6749 §4.1.2.1). */
type HostedError = "access_denied" | "invalid_request" | "temporarily_unavailable";

type Outcome = { code: string } | { error: HostedError; error_description: string };

/** Adds the outcome and the application's state to the redirect URI's query. */
export function returnAddress(
  redirectUri: string,
  outcome: Outcome,
  state: string | undefined,
): string {
  const url = new URL(redirectUri);
  const result =
    "code" in outcome
      ? { code: outcome.code }
      : { error: outcome.error, error_description: outcome.error_description };
  const added = { ...result, ...(state === undefined ? {} : { state }) };
  for (const [name, value] of Object.entries(added)) url.searchParams.append(name, value);
  return url.href;
}
