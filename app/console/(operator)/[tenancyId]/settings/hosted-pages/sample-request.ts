const unreserved = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");

const randomText = (bytes: number) => unreserved(crypto.getRandomValues(new Uint8Array(bytes)));

/** The pages that a sample request can open. */
export const samplePages = ["sign-in", "code", "register"] as const;
export type SamplePage = (typeof samplePages)[number];

/** A request to a hosted page, with what its application would keep. */
export interface SampleRequest {
  url: string;
  state: string;
  codeVerifier: string;
}

/** Creates a request with a state and a PKCE pair (RFC 7636 §4, S256). */
export async function createSampleRequest({
  pages,
  page,
  redirectUri,
}: {
  /** URL of the tenancy's hosted pages. */
  pages: string;
  page: SamplePage;
  redirectUri: string;
}): Promise<SampleRequest> {
  const codeVerifier = randomText(32);
  const state = randomText(16);
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(codeVerifier));
  const query = new URLSearchParams({
    redirect_uri: redirectUri,
    state,
    code_challenge: unreserved(new Uint8Array(hash)),
  });
  return { url: `${pages}/${page}?${query}`, state, codeVerifier };
}
