/** Source lines of the demo for each call. snippets.test.ts compares them with their files. */
export const snippets = {
  register: {
    title: "The page asks for a passkey",
    file: "app/demo/register/register-form.tsx",
    code: `const result = await keystead.registerPasskey({ email, givenName, familyName });`,
  },
  signIn: {
    title: "The page asks for a sign-in",
    file: "app/demo/login/login-form.tsx",
    code: `const result = await keystead.authenticatePasskey({ onEvent: trace });`,
  },
  autofill: {
    title: "The page offers passkeys in the email field",
    file: "app/demo/login/login-form.tsx",
    code: `const result = await keystead.authenticatePasskey({ autofill: true, signal, onEvent: trace });`,
  },
  addPasskey: {
    title: "The page adds the passkey that its backend authorized",
    file: "app/demo/account/add-passkey.tsx",
    code: `const result = await keystead.registerPasskey({ registrationToken });`,
  },
  confirm: {
    title: "The page asks for a passkey once more",
    file: "app/demo/account/use-fresh-sign-in.ts",
    code: `const result = await keystead.authenticatePasskey({
  userVerification: "required",
  onEvent: trace,
});`,
  },
  confirmBackend: {
    title: "The backend makes sure that it is the same user, verified, and renews the session",
    file: "app/demo/api/confirm/route.ts",
    code: `const { reply: principal, calls } = await exchangeCode(settings, code);
if (principal.sub !== user.sub)
  throw new KeysteadRefusal(
    "another-account",
    "That passkey belongs to another account.",
    calls,
  );
if (!principal.passkey.userVerified)
  throw new KeysteadRefusal(
    "not-verified",
    "Your device did not ask for fingerprint, face or PIN.",
    calls,
  );`,
  },
  rename: {
    title: "The page tells the device the new name",
    file: "app/demo/account/rename-passkeys.tsx",
    code: `const result = await keystead.updatePasskeys({ updatePasskeysToken });`,
  },
  renameBackend: {
    title: "The backend renames the passkeys",
    file: "app/demo/api/rename-passkeys/route.ts",
    code: `const { reply, calls } = await preparePasskeyUpdate(settings, { userId: user.id, username });`,
  },
  remove: {
    title: "The page tells the device to forget the passkey",
    file: "app/demo/account/remove-passkey.tsx",
    code: `const result = await keystead.deletePasskeys({ deletePasskeysToken });`,
  },
  removeBackend: {
    title: "The backend deletes the passkey, if it is this user's",
    file: "app/demo/api/remove-passkey/route.ts",
    code: `const { reply: passkey, calls: asked } = await getPasskey(settings, passkeyId);
if (passkey.userId !== user.id)
  throw new KeysteadRefusal("@error/NotFound", "There is no such passkey.", asked);
const { reply, calls } = await preparePasskeyDeletion(settings, [passkeyId]);`,
  },
  tidyDevice: {
    title: "The page tells the device which passkeys still work",
    file: "app/demo/account/tidy-device.tsx",
    code: `const result = await keystead.prunePasskeys({ prunePasskeysToken });`,
  },
  tidyDeviceBackend: {
    title: "The backend prepares the list of accepted passkeys",
    file: "app/demo/api/tidy-device/route.ts",
    code: `const { reply, calls } = await preparePasskeyPruning(settings, user.id);`,
  },
  authorize: {
    title: "The backend authorizes one more passkey",
    file: "app/demo/api/add-passkey/route.ts",
    code: `const { reply, calls } = await authorizeRegistration(settings, {
  userId: user.id,
  username: user.email,
  rpId: rpIdOf(request),
});`,
  },
  passkeyAdded: {
    title: "The backend makes sure whose passkey it is",
    file: "app/demo/api/passkey-added/route.ts",
    code: `const { reply: principal, calls } = await exchangeCode(settings, code);
if (principal.userId !== user.id)
  throw new KeysteadRefusal(
    "another-account",
    "That passkey belongs to another account.",
    calls,
  );`,
  },
  sendCode: {
    title: "The backend mails a code, and keeps the secret that belongs to it",
    file: "app/demo/api/send-code/route.ts",
    code: `const { reply, calls } = await createChallenge(settings, {
  purpose,
  email,
  name,
  locale,
  invalidateOthers: true,
});
const { challengeId, secret, code, createdAt, expiresAt } = reply.challenge;`,
  },
  checkCode: {
    title: "The backend checks the code",
    file: "app/demo/api/check-code/route.ts",
    code: `const { calls } = await verifyChallenge(settings, { challengeId, secret, code });`,
  },
  renameAfterChange: {
    title: "The page tells the device the new address",
    file: "app/demo/account/email-section.tsx",
    code: `const result = await keystead.updatePasskeys({ updatePasskeysToken });`,
  },
  registerBackend: {
    title: "The backend turns the code into a principal, and names the user",
    file: "app/demo/api/register/route.ts",
    code: `const { reply: principal, calls } = await exchangeCode(settings, code, userId);
const user = await findOrCreateUser(principal, userId);
await createSession(user, principal);`,
  },
  loginBackend: {
    title: "The backend turns the code into a principal",
    file: "app/demo/api/login/route.ts",
    code: `const { reply: principal, calls } = await exchangeCode(settings, code);
const user = await findOrCreateUser(principal, principal.userId);
await createSession(user, principal);`,
  },
} as const;

export type SnippetName = keyof typeof snippets;
