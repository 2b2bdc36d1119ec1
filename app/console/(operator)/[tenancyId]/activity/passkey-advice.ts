// How a user whose passkey failed signs in, and gets a new passkey.
import type { Advised } from "@/lib/domain/history/sign-in-summary/other-ways";

const ofAnyUser = "another passkey, or with an emailed code if that opens their account";

const noOtherWay =
  "The user has no other way to sign in. Verify their identity, then ask your developers to start the " +
  "registration of a new passkey for them.";

const otherwiseByCode =
  "Without one, they request an emailed code on the sign-in page, which may let them create one.";

const byCode =
  "Ask the user to request an emailed code on the sign-in page. It lets them create a new passkey.";

const addAfter = (ways: string, place: string): string =>
  `Ask the user to sign in with ${ways}, and then to add a new passkey ${place}.`;

/** Who adds a new passkey and where. On the account page, a code adds no passkey to another one. */
function firstStep(user: Advised): string {
  const application = "in your application";
  const place = user.hasAccountPage ? "on the account page" : application;
  if (!("ways" in user))
    return user.hasAccountPage
      ? `${addAfter("another passkey", place)} ${otherwiseByCode}`
      : addAfter(ofAnyUser, place);
  const { ways, passkey, codePlace, createsPasskey } = user;
  if (passkey !== null) return addAfter(passkey, place);
  if (codePlace === "sign-in-page") return addAfter("an emailed code on the sign-in page", "there");
  if (ways !== null) return addAfter(ways, application);
  return createsPasskey ? byCode : noOtherWay;
}

/**
 * Says who adds a new passkey and where.
 * @param afterwards what to do with the one that failed
 */
export const registerNew = (user: Advised, afterwards = ""): string =>
  `${firstStep(user)} ${afterwards}`.trim();

export const registerOnly = (user: Advised): string => registerNew(user);

/** As `registerNew`, for a passkey that Keystead still has. */
export const replacePasskey = (user: Advised): string =>
  registerNew(
    user,
    user.hasAccountPage && "ways" in user && user.passkey !== null
      ? "The user then deletes the failing one there, too."
      : "Then delete the failing one on its page here, or ask an admin to.",
  );

/** How the user signs in while the passkey is disabled, after "Until then, the user". */
export function untilEnabled(user: Advised): string {
  if (!("ways" in user)) return `can sign in with ${ofAnyUser}.`;
  if (user.ways !== null) return `can sign in with ${user.ways}.`;
  return user.createsPasskey
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
