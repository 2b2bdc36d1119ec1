// How a user whose passkey failed signs in, and gets a new passkey.
import type { Advised } from "@/lib/domain/sign-in/other-ways";

const ofAnyUser = {
  ways: "another passkey, or with an emailed code if that opens their account",
  createsPasskey: false,
};

const noOtherWay =
  "The user has no other way to sign in. Verify their identity, then ask your developers to start the " +
  "registration of a new passkey for them.";

const byCode =
  "Ask the user to request an emailed code on the sign-in page. It lets them create a new passkey.";

/**
 * Says who adds a new passkey and where.
 * @param afterwards what to do with the one that failed
 */
export function registerNew(user: Advised, afterwards = ""): string {
  const { ways, createsPasskey, hasAccountPage } = { ...ofAnyUser, ...user };
  const place = hasAccountPage ? "on the account page" : "in your application";
  const first =
    ways !== null
      ? `Ask the user to sign in with ${ways}, and then to add a new passkey ${place}.`
      : createsPasskey
        ? byCode
        : noOtherWay;
  return `${first} ${afterwards}`.trim();
}

export const registerOnly = (user: Advised): string => registerNew(user);

/** As `registerNew`, for a passkey that Keystead still has. */
export const replacePasskey = (user: Advised): string =>
  registerNew(
    user,
    user.hasAccountPage && !("ways" in user && user.ways === null)
      ? "The user then deletes the failing one there, too."
      : "Then delete the failing one on its page here, or ask an admin to.",
  );

/** How the user signs in while the passkey is disabled, after "Until then, the user". */
export function untilEnabled(user: Advised): string {
  const { ways, createsPasskey } = { ...ofAnyUser, ...user };
  if (ways !== null) return `can sign in with ${ways}.`;
  return createsPasskey
    ? "can create a new one with an emailed code."
    : "has no other way to sign in.";
}

const markVerified =
  "If you are sure that the address is theirs, mark it as verified in the profile on the user’s page, or " +
  "ask an admin to.";

/** How the user gets into the account whose email they haven’t verified. */
export function verifyEmail(user: Advised): string {
  const { hasAccountPage } = user;
  const verify = hasAccountPage ? ", and then to verify the email on the account page" : "";
  if (!("ways" in user))
    return `If the user has a passkey, ask them to sign in with it${verify}. ${markVerified}`;
  return user.ways === null
    ? markVerified
    : `Ask the user to sign in with ${user.ways}${verify}. ${hasAccountPage ? "" : markVerified}`.trim();
}
