import { ServiceError } from "@/lib/errors";
import type { RequestFacts } from "./request-facts";
import { hostCookie } from "./session-cookie";

const nameOf = () => hostCookie("keystead-operator-code");

interface RequestedCode {
  challengeId: string;
  secret: string;
}

/** Stores the challenge of an emailed code until the code expires. */
export const setCodeCookie = (
  { setCookie }: RequestFacts,
  { challengeId, secret, lifetimeMs }: RequestedCode & { lifetimeMs: number },
): void =>
  setCookie(nameOf(), `${challengeId}.${secret}`, { maxAgeSeconds: Math.ceil(lifetimeMs / 1_000) });

/**
 * Returns the code that this browser requested last.
 * @throws ChallengeExpired if the cookie is missing, expired or malformed
 */
export function requireCodeCookie({ cookie }: RequestFacts): RequestedCode {
  const [, challengeId, secret] =
    /^([0-9a-z]{26})\.([\w-]{43})$/.exec(cookie(nameOf()) ?? "") ?? [];
  if (challengeId === undefined || secret === undefined)
    throw new ServiceError("@error/ChallengeExpired");
  return { challengeId, secret };
}

export const dropCodeCookie = ({ setCookie }: RequestFacts): void =>
  setCookie(nameOf(), "", { maxAgeSeconds: 0 });
