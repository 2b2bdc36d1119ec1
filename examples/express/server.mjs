// Users verify their email with a code, create a passkey, and sign in with either.
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import express from "express";
import session from "express-session";
import { accountById, accountOf, removeAccount, storeSub } from "./accounts.mjs";
import { keystead, KeysteadError } from "./keystead.mjs";

const { PORT = "4000", SESSION_SECRET = randomBytes(32).toString("hex") } = process.env;
const app = express();

app.use(
  session({
    name: "session",
    secret: SESSION_SECRET,
    resave: false,
    saveUninitialized: false,
    cookie: { httpOnly: true, sameSite: "lax", secure: "auto" },
  }),
);
app.use(express.json());
app.use((request, response, next) => {
  // Another site must not act in this browser's session, or sign it in as someone else.
  if (request.method === "GET" || request.get("Sec-Fetch-Site") === "same-origin") return next();
  response.status(403).json({ message: "Open this page in a current browser." });
});

/** Signs in with a new session id: someone may know the old one. */
async function openSession(request, account) {
  await promisify(request.session.regenerate.bind(request.session))();
  request.session.accountId = account.id;
}

app.get("/", (_request, response) =>
  response.sendFile(fileURLToPath(new URL("page.html", import.meta.url))),
);

app.get("/state", (request, response) => {
  const { KEYSTEAD_URL, KEYSTEAD_TENANCY_ID, KEYSTEAD_CLIENT_ID } = process.env;
  response.set("Cache-Control", "no-store").json({
    keysteadUrl: KEYSTEAD_URL,
    options: { tenancyId: KEYSTEAD_TENANCY_ID, clientId: KEYSTEAD_CLIENT_ID },
    email: accountById(request.session.accountId)?.email,
  });
});

app.post("/code", async (request, response) => {
  const email = String(request.body.email).trim().toLowerCase();
  const { challenge } = await keystead("POST", "challenges", {
    purpose: "login",
    email,
    invalidateOthers: true,
  });
  // The secret stays here, so the code works only in this browser.
  request.session.pending = { challengeId: challenge.challengeId, secret: challenge.secret };
  response.status(204).end();
});

app.post("/code/check", async (request, response) => {
  const { challenge } = await keystead("POST", "challenges/verify", {
    ...request.session.pending,
    code: String(request.body.code),
  });
  // Each account was created by a code, so its email belongs to its owner.
  const account = accountOf(challenge.email);
  if (account.sub !== undefined) {
    const { user } = await keystead("GET", `user/${encodeURIComponent(account.sub)}`);
    if (!user.enabled)
      return response.status(403).json({ message: "This account is disabled. Contact support." });
  }
  await openSession(request, account);
  response.status(204).end();
});

app.post("/passkey/authorize", async (request, response) => {
  const account = accountById(request.session.accountId);
  if (account === undefined) return response.status(401).json({ message: "Sign in first." });
  const { registrationToken } = await keystead("POST", "passkey/registration/authorize", {
    userId: account.id,
    username: account.email,
  });
  response.json({ registrationToken });
});

app.post("/passkey/exchange", async (request, response) => {
  const code = encodeURIComponent(String(request.body.code));
  const principal = await keystead("POST", `principal/${code}`, {});
  const account = accountById(principal.userId);
  const isRegistration = principal.operation === "registration";
  // A new passkey is added to the session that is open. In quarantine, it can't open one.
  const opensSession = !isRegistration && principal.passkey.availableAt === undefined;
  if (account === undefined || (!opensSession && account.id !== request.session.accountId))
    return response.status(403).json({ message: "This passkey belongs to no account here." });
  if (isRegistration) {
    storeSub(account, principal.sub);
    if (principal.user.email === account.email)
      await keystead("PATCH", `user/${encodeURIComponent(principal.sub)}`, { emailVerified: true });
  } else await openSession(request, account);
  response.status(204).end();
});

// Deletes the account of the session. If it has a passkey, the page asks for that first.
app.post("/account/delete/authorize", async (request, response) => {
  const account = accountById(request.session.accountId);
  if (account === undefined) return response.status(401).json({ message: "Sign in first." });
  if (account.sub === undefined) return response.json({ hasPasskey: false });
  const { authenticationToken } = await keystead("POST", "passkey/authentication/authorize", {
    userId: account.id,
    userVerification: "required",
    purpose: "delete-account",
  });
  response.json({ hasPasskey: true, authenticationToken });
});

app.post("/account/delete", async (request, response) => {
  const account = accountById(request.session.accountId);
  if (account === undefined) return response.status(401).json({ message: "Sign in first." });
  let deletePasskeysToken;
  if (account.sub !== undefined) {
    const code = encodeURIComponent(String(request.body.code));
    const principal = await keystead("POST", `principal/${code}`, {});
    if (
      principal.userId !== account.id ||
      principal.purpose !== "delete-account" ||
      !principal.passkey?.userVerified
    )
      return response.status(403).json({ message: "Confirm with the passkey of this account." });
    ({ deletePasskeysToken } = await keystead("POST", "passkeys/delete", { userId: account.id }));
    await keystead("DELETE", `users/${encodeURIComponent(account.id)}`, {
      reason: "closed account",
    });
  }
  removeAccount(account);
  await promisify(request.session.destroy.bind(request.session))();
  response.clearCookie("session").json({ deletePasskeysToken });
});

app.post("/sign-out", async (request, response) => {
  await promisify(request.session.destroy.bind(request.session))();
  response.clearCookie("session").status(204).end();
});

const codeExpired = "This code no longer works. Request a new one.";
const messages = {
  // The email is the only text of users whose form Keystead checks.
  "@error/BadRequest": "Check the email address.",
  "@error/ChallengeRateLimited": "Too many codes. Try again later.",
  "@error/InvalidChallengeCode": "This code is wrong. Check it and try again.",
  "@error/InvalidChallenge": codeExpired,
  "@error/ChallengeExpired": codeExpired,
  "@error/ChallengeAttemptsExceeded": codeExpired,
  "@error/InvalidCode": "That took too long. Sign in again.",
};
// Express recognizes an error handler by its four parameters.
app.use((error, _request, response, _next) => {
  const message = error instanceof KeysteadError ? messages[error.tag] : undefined;
  if (message === undefined) console.error(error);
  response
    .status(message === undefined ? 500 : 400)
    .json({ message: message ?? "Something went wrong. Try again." });
});

const server = app.listen(Number(PORT), "localhost", () =>
  console.log(`http://localhost:${server.address().port}`),
);
