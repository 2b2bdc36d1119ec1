import { createHash, randomBytes } from "node:crypto";
import { cookies } from "next/headers";
import { KeysteadRefusal } from "./keystead";
import type { Settings } from "./settings";

const cookieName = "demo_hosted";
const cookie = { httpOnly: true, sameSite: "lax", path: "/demo" } as const;
const minutes = 30;

const random = () => randomBytes(32).toString("base64url");

/** The page to which the hosted pages return. It is one of the tenancy's redirect URIs. */
export const returnPage = "/demo/account";

/** Starts a sign-in on the hosted pages in this browser, and returns the URL of the page. */
export async function beginHostedSignIn({ endpoint, tenancyId }: Settings): Promise<string> {
  const [state, verifier] = [random(), random()];
  const query = new URLSearchParams({
    redirect_uri: `${endpoint}${returnPage}`,
    state,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
  });
  (await cookies()).set(cookieName, `${state}.${verifier}`, { ...cookie, maxAge: minutes * 60 });
  return `${endpoint}/auth/${tenancyId}/sign-in?${query}`;
}

/**
 * Returns the verifier of the sign-in that this browser started, once. Without it, a link with an
 * attacker's code would sign visitors in to the attacker's account.
 * @throws KeysteadRefusal if the state is another one's
 */
export async function takeVerifier(state: string): Promise<string> {
  const jar = await cookies();
  const [expected, verifier] = jar.get(cookieName)?.value.split(".") ?? [];
  jar.delete({ name: cookieName, path: cookie.path });
  if (verifier === undefined || state !== expected)
    throw new KeysteadRefusal(
      "other-browser",
      "This browser didn’t start that sign-in, or it took too long. Start again.",
      [],
    );
  return verifier;
}
