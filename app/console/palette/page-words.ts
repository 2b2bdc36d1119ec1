import type { NavigationIcon } from "@/app/console/navigation";

/**
 * Plain words that find a page, as someone in support says them. Each typed word must begin one of
 * them, so phrases contain their small words. The longest form of a word also matches its shorter ones.
 * Words joined by `_` match only together.
 */
export const pageWords: Record<NavigationIcon, string> = {
  overview: "dashboard home statistics numbers charts alarms problems",
  activity:
    "events timeline history why sign-ins failed failing fails errors refused rejected attempts " +
    "what happened to the user",
  users:
    "people persons customers accounts clients i user he she they can’t cannot can not sign signing " +
    "in log logging login get locked_out help forgot find who is lookup",
  passkeys:
    "the a my her his their lost losing stolen broken new phones devices computers laptops " +
    "security keys yubikeys fingerprints face pin authenticators credentials fido webauthn",
  challenges:
    "the a my her his their code codes emails messages mails mailboxes never arrived arriving " +
    "arrives came coming comes did didn’t doesn’t does not get getting got received receiving " +
    "missing no verification one-time otp spam junk bounced delivery deliveries delivered",
  "api-keys": "tokens secrets credentials backend integration",
  audit:
    "history log changes who changed disabled deleted did what when why the a my this passkeys users " +
    "keys operators compliance",
  members:
    "operators team colleagues staff roles permissions access admins owners support auditors",
  settings: "configuration configure options preferences change",
  tenancies: "applications apps environments switch projects organizations",
  status: "health outage down slow monitoring version database alarms problems",
  account: "passkeys sessions profile my own devices",
};
