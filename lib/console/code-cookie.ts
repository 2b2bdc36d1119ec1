import { ServiceError } from "@/lib/errors";
import type { RequestFacts } from "./request-facts";
import { hostCookie } from "./session-cookie";

const nameOf = () => hostCookie("keystead-operator-code");

interface AskedCode {
  challengeId: string;
  secret: string;
}

/** For as long as the code lives. */
export const setCodeCookie = (
  { setCookie }: RequestFacts,
  { challengeId, secret, lifetimeMs }: AskedCode & { lifetimeMs: number },
): void =>
  setCookie(nameOf(), `${challengeId}.${secret}`, { maxAgeSeconds: Math.ceil(lifetimeMs / 1_000) });

/**
 * The code that this browser asked for last. @throws ChallengeExpired when it asked for none in a
 * code's life
 */
export function requireCodeCookie({ cookie }: RequestFacts): AskedCode {
  const [, challengeId, secret] =
    /^([0-9a-z]{26})\.([\w-]{43})$/.exec(cookie(nameOf()) ?? "") ?? [];
  if (challengeId === undefined || secret === undefined)
    throw new ServiceError("@error/ChallengeExpired");
  return { challengeId, secret };
}

export const dropCodeCookie = ({ setCookie }: RequestFacts): void =>
  setCookie(nameOf(), "", { maxAgeSeconds: 0 });
