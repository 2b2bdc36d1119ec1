/** The lines of the demo that made the calls shown; snippets.test.ts holds each against its file. */
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
  authorize: {
    title: "The backend authorizes one more passkey",
    file: "app/demo/api/add-passkey/route.ts",
    code: `const { reply, calls } = await authorizeRegistration(settings, { userId: user.id, username: user.email });`,
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
const user = await findOrCreateUser(principal, createUserId());
await createSession(user, principal);`,
  },
} as const;

export type SnippetName = keyof typeof snippets;
