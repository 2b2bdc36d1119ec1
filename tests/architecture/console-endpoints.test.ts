import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { declaredRoutes } from "@/testing/declared-routes";

const folder = "app/console";

/** Every server action, as "file: name". */
const actions = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => /(^|[/-])actions\.ts$/.test(file))
  .flatMap((file) =>
    [...readFileSync(`${folder}/${file}`, "utf8").matchAll(/^export const (\w+)/gm)].map(
      ([, name = ""]) => `${file.replace("(operator)/[tenancyId]/", "")}: ${name}`,
    ),
  );

/** The endpoints that do what an action does, or why there is none. */
type Answer = { operations: string[] } | { reason: string };

const by = (...operations: string[]): Answer => ({ operations });
const none = (reason: string): Answer => ({ reason });

const members = none("members are people of the console, and a leaked key must not add one");
const ownAccount = none("acts on the operator's own account and session");
const systemOwner = none("only a system owner can confirm it, with a passkey");
const repeatedEvents = none("a backend that missed events reads them in the feed");
const ofConsole = none("serves the console's own pages");

const answers: Record<string, Answer> = {
  "api-keys/actions.ts: createKey": by("createApiKey"),
  "api-keys/actions.ts: rotateKey": by("rotateApiKey"),
  "api-keys/actions.ts: renameKey": none(
    "operators recognize a key by its name, so a key can't take another one's",
  ),
  "api-keys/actions.ts: lockKey": by("lockApiKey"),
  "api-keys/actions.ts: lockKeyAndCreated": none(
    "a program lists the keys that a key created, and locks each",
  ),
  "api-keys/actions.ts: unlockKey": by("unlockApiKey"),
  "api-keys/actions.ts: revokeKey": by("revokeApiKey"),

  "settings/actions.ts: saveAppearance": by("updateSettings"),
  "settings/actions.ts: saveSites": by("updateSettings"),
  "settings/actions.ts: saveSignIn": by("updateSettings"),
  "settings/actions.ts: saveLimits": by("updateSettings"),
  "settings/actions.ts: saveSender": by("updateSettings"),
  "settings/actions.ts: savePasskeyPolicy": by("savePasskeyPolicy"),
  "settings/actions.ts: rehearsePasskeyPolicy": by("simulatePasskeyPolicy"),
  "settings/actions.ts: saveHostedPages": none(
    "not a setting's record: they are switched on once, by an operator who sees whether they work",
  ),
  "settings/actions.ts: changeClientId": none(
    "breaks every deployed page at once, so an operator does it",
  ),
  "settings/actions.ts: confirmHost": systemOwner,
  "settings/actions.ts: takeBackHost": systemOwner,
  "settings/actions.ts: confirmSender": systemOwner,
  "settings/actions.ts: withdrawSender": systemOwner,
  "settings/actions.ts: setSuspended": none("a key of a suspended tenancy could not resume it"),
  "settings/actions.ts: removeTenancy": none("only owners delete a tenancy, with a passkey"),
  "settings/actions.ts: sendTest": none("sends an email to the operator who asks"),

  "settings/webhooks/actions.ts: addWebhook": by("createWebhook"),
  "settings/webhooks/actions.ts: saveWebhook": by("changeWebhook"),
  "settings/webhooks/actions.ts: disableWebhook": by("changeWebhook"),
  "settings/webhooks/actions.ts: enableWebhook": by("changeWebhook"),
  "settings/webhooks/actions.ts: rotateSecret": by("rotateWebhookSecret"),
  "settings/webhooks/actions.ts: sendTestEvent": repeatedEvents,
  "settings/webhooks/actions.ts: sendAgain": repeatedEvents,
  "settings/webhooks/actions.ts: removeWebhook": by("deleteWebhook"),

  "users/actions.ts: renameUser": by("changeUser"),
  "users/actions.ts: setEmailVerified": by("updateUser"),
  "users/actions.ts: changeUserEmail": by("changeUser"),
  "users/actions.ts: disableUser": by("disableUser"),
  "users/actions.ts: enableUser": by("enableUser"),
  "users/actions.ts: cancelUserDeletion": by("enableUser"),
  "users/actions.ts: eraseUser": by("eraseUser"),

  "passkeys/actions.ts: disablePasskey": by("updatePasskey"),
  "passkeys/actions.ts: disablePasskeys": by("updatePasskey"),
  "passkeys/actions.ts: enablePasskeys": by("updatePasskey"),
  "passkeys/actions.ts: endPasskeyQuarantine": none(
    "an operator judges whether the passkey is the user's; a stolen key must not",
  ),
  "passkeys/actions.ts: renamePasskey": by("updatePasskey"),
  "passkeys/actions.ts: deletePasskeys": by("deletePasskey"),

  "challenges/actions.ts: retryChallengeDelivery": by("createChallenge"),
  "challenges/actions.ts: replaceCode": by("createChallenge"),
  "challenges/actions.ts: resumeEmails": none(
    "an operator decides it, who has asked the user about the mailbox",
  ),
  "challenges/actions.ts: removeChallenge": by("deleteChallenge"),

  "members/actions.ts: invite": members,
  "members/actions.ts: resend": members,
  "members/actions.ts: revoke": members,
  "members/actions.ts: setRole": members,
  "members/actions.ts: remove": members,
  "members/actions.ts: approve": members,
  "members/actions.ts: refuse": members,

  "(operator)/tenancies/actions.ts: makeTenancy": none(
    "belongs to the installation, and a key to one tenancy",
  ),
  "(operator)/account/actions.ts: beginPasskey": ownAccount,
  "(operator)/account/actions.ts: finishPasskey": ownAccount,
  "(operator)/account/actions.ts: removePasskey": ownAccount,
  "(operator)/account/actions.ts: revokeSession": ownAccount,
  "(operator)/account/actions.ts: revokeOtherSessions": ownAccount,
  "step-up-actions.ts: beginStepUp": ownAccount,
  "step-up-actions.ts: finishStepUp": ownAccount,
  "step-up-actions.ts: prepareDownload": ownAccount,
  "step-up-actions.ts: signOut": ownAccount,
  "(open)/actions.ts: signInWithPasskey": ownAccount,
  "(open)/actions.ts: beginWithLink": ownAccount,
  "(open)/actions.ts: finishWithLink": ownAccount,
  "(open)/actions.ts: showInvitation": ownAccount,
  "(open)/actions.ts: beginSignInByCode": ownAccount,
  "(open)/actions.ts: finishSignInByCode": ownAccount,

  "overview/actions.ts: dismissChecklistAction": ofConsole,
  "palette/actions.ts: search": ofConsole,
  "palette/actions.ts: nameRecentUsers": ofConsole,
  "palette/actions.ts: listKeysToRotate": ofConsole,
};

test("every console action has an endpoint, or a reason why there is none", () => {
  expect(actions.length).toBeGreaterThan(50);
  expect(Object.keys(answers).sort()).toEqual([...actions].sort());
});

test("every endpoint that stands for an action exists, and takes an API key", () => {
  const ofKeys = declaredRoutes
    .filter(({ declaration }) => declaration.auth === "apiKey")
    .map(({ declaration }) => declaration.operation);
  const named = Object.values(answers).flatMap((answer) =>
    "operations" in answer ? answer.operations : [],
  );
  expect(named.filter((operation) => !ofKeys.includes(operation))).toEqual([]);
});
