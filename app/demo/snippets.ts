/** Source lines of the demo for each call. snippets.test.ts compares them with their files. */
export const snippets = {
  register: {
    title: "The page creates a passkey",
    file: "app/demo/register/register-form.tsx",
    code: `const result = await keystead.registerPasskey({ email, givenName, familyName });`,
  },
  signIn: {
    title: "The page signs in with a passkey",
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
    title: "The page signs in again to confirm",
    file: "app/demo/account/use-fresh-sign-in.ts",
    code: `const result = await keystead.authenticatePasskey({
  userVerification: "required",
  onEvent: trace,
});`,
  },
  confirmBackend: {
    title: "The backend checks that it’s the same user and renews the session",
    file: "app/demo/api/confirm/route.ts",
    code: `const { reply: principal, calls } = await exchangeCode(settings, code);
if (principal.operation !== "authentication" || principal.sub !== user.sub)
  throw new KeysteadRefusal(
    "another-account",
    "That passkey belongs to another account.",
    calls,
  );
if (principal.passkey?.userVerified !== true)
  throw new KeysteadRefusal(
    "not-verified",
    "Your device didn’t verify you by fingerprint, face or PIN.",
    calls,
  );`,
  },
  rename: {
    title: "The page renames the passkeys on the device",
    file: "app/demo/account/rename-passkeys.tsx",
    code: `const result = await keystead.updatePasskeys({ updatePasskeysToken });`,
  },
  renameBackend: {
    title: "The backend renames the passkeys",
    file: "app/demo/api/rename-passkeys/route.ts",
    code: `const { reply, calls } = await preparePasskeyUpdate(settings, { userId: user.id, username });`,
  },
  remove: {
    title: "The page removes the passkey from the device",
    file: "app/demo/account/remove-passkey.tsx",
    code: `const result = await keystead.deletePasskeys({ deletePasskeysToken });`,
  },
  removeBackend: {
    title: "The backend deletes the user’s passkey",
    file: "app/demo/api/remove-passkey/route.ts",
    code: `const { reply: passkey, calls: asked } = await getPasskey(settings, passkeyId);
if (passkey.userId !== user.id)
  throw new KeysteadRefusal("@error/NotFound", "Passkey not found.", asked);
const { reply, calls } = await preparePasskeyDeletion(settings, [passkeyId]);`,
  },
  tidyDevice: {
    title: "The page removes dead passkeys from the device",
    file: "app/demo/account/tidy-device.tsx",
    code: `const result = await keystead.prunePasskeys({ prunePasskeysToken });`,
  },
  tidyDeviceBackend: {
    title: "The backend prepares the list of accepted passkeys",
    file: "app/demo/api/tidy-device/route.ts",
    code: `const { reply, calls } = await preparePasskeyPruning(settings, user.id);`,
  },
  authorize: {
    title: "The backend authorizes another passkey",
    file: "app/demo/api/add-passkey/route.ts",
    code: `const { reply, calls } = await authorizeRegistration(settings, {
  userId: user.id,
  username: user.email,
  rpId: rpIdOf(request),
});`,
  },
  passkeyAdded: {
    title: "The backend checks whose passkey it is",
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
    title: "The backend emails a code and keeps its secret",
    file: "app/demo/api/send-code/route.ts",
    code: `const { reply, calls } = await createChallenge(settings, {
  purpose,
  email,
  ...(session === undefined ? {} : { userId: session.user.id }),
  locale,
  invalidateOthers: true,
});
const { challengeId, secret, code, createdAt, expiresAt } = reply.challenge;`,
  },
  checkCode: {
    title: "The backend checks the code",
    file: "app/demo/api/check-code/route.ts",
    code: `const { calls } = await verifyChallenge(settings, { challengeId, secret, code, setUserEmail });`,
  },
  renameAfterChange: {
    title: "The page sets the new email on the device",
    file: "app/demo/account/email-section.tsx",
    code: `const result = await keystead.updatePasskeys({ updatePasskeysToken });`,
  },
  registerBackend: {
    title: "The backend exchanges the code and links its user id",
    file: "app/demo/api/register/route.ts",
    code: `const { reply: principal, calls } = await exchangeCode(settings, code, { userId });
const user = await findOrCreateUser(principal, userId);
await createSession(user, principal);`,
  },
  hostedBackend: {
    title: "The backend starts a sign-in on the hosted pages",
    file: "app/demo/backend/hosted-sign-in.ts",
    code: `const query = new URLSearchParams({
  redirect_uri: \`\${endpoint}\${returnPage}\`,
  state,
  code_challenge: createHash("sha256").update(verifier).digest("base64url"),
});`,
  },
  loginBackend: {
    title: "The backend exchanges the code",
    file: "app/demo/api/login/route.ts",
    code: `// Only the hosted pages return a state.
const proof = state === undefined ? {} : { code_verifier: await takeVerifier(state) };
const { reply: principal, calls } = await exchangeCode(settings, code, proof);
// A backend that opened a session here would make the quarantine useless.
if (principal.passkey?.availableAt !== undefined)
  throw new KeysteadRefusal(
    "quarantine",
    "This passkey is new and can’t sign in yet. Use another passkey, or get a code by email.",
    calls,
  );
const user = await findOrCreateUser(principal, principal.userId);
await createSession(user, principal);`,
  },
} as const;

export type SnippetName = keyof typeof snippets;
