/** Values that the samples of replies share. */
export const id = "01jd3s0m6kz8f4w2v9b7c5x1ta";
export const token = "mEoJ8r0Xr4bqkq2f0f0l8M1cQnq9B3vYy7uU0t3qv2k";
export const ms = 1_795_000_000_000;
export const seconds = 1_795_000_000;
export const user = {
  sub: id,
  email: "ada@example.com",
  givenName: "",
  familyName: "",
  emailVerified: false,
};
const browserPrincipal = {
  token,
  ...user,
  authenticatorId: id,
  userId: "user-42",
  authType: "passkey",
  userVerified: true,
};
export const success = { code: token, id_token: "a.b.c", principal: browserPrincipal };

export const passkey = {
  _tag: "Passkey",
  id,
  userId: "user-42",
  enabled: true,
  lastUsed: ms,
  createdAt: ms,
  updatedAt: ms,
  credential: {
    id: token,
    userId: token,
    username: "ada",
    aaguid: "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4",
    backedUp: true,
    counter: 0,
    deviceType: "multiDevice",
    transports: ["ble", "hybrid", "internal", "nfc", "usb", "cable", "smart-card"],
    publicKey: token,
    rpId: "example.com",
  },
  platform: {
    name: "Google Password Manager",
    icon: "https://id.example.com/aaguid/ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4/icon.svg",
  },
};
export const summary = {
  _tag: "PasskeySummary",
  id,
  userId: "user-42",
  enabled: true,
  credential: { id: token, userId: token, aaguid: "00000000-0000-0000-0000-000000000000" },
  lastUsed: ms,
  createdAt: ms,
};
export const challenge = {
  challengeId: id,
  purpose: "login",
  email: "ada@example.com",
  userId: "user-42",
  createdAt: ms,
  expiresAt: ms + 600_000,
  metadata: null,
};
export const apiKey = {
  _tag: "ApiKey",
  id,
  name: "Deployment",
  start: "ks_0x7m2q9v4t",
  scopes: ["principals"],
  state: "locked",
  lockedBy: "operator",
  createdBy: { kind: "system" },
  createdAt: ms,
  lastUsedAt: ms,
  expiresAt: ms,
  replacedById: id,
};
export const webhook = {
  _tag: "Webhook",
  id,
  name: "User mirror",
  url: "https://app.example.com/webhooks",
  types: ["user.erased"],
  enabled: false,
  disabledAt: ms,
  disabledReason: "failing",
  previousSecretUntil: ms,
  health: { state: "failing", since: ms, lastFailure: "503" },
  createdBy: { kind: "system" },
  createdAt: ms,
  updatedAt: ms,
};
export const vaultPasskey = {
  _tag: "VaultPasskey",
  id,
  credentialId: token,
  publicKey: token,
  algorithm: -7,
  signCount: 0,
  transports: ["internal"],
  backupEligible: true,
  backedUp: true,
  userVerified: true,
  aaguid: "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4",
  attestationFormat: "none",
  userHandle: token,
  rpId: "example.com",
  username: "ada",
  displayName: "Ada",
  namedAt: ms,
  enabled: false,
  disabledReason: "lost",
  createdAt: ms,
  lastUsedAt: ms,
  user: { ...user, userId: "user-42", emailHeld: true, enabled: true },
};
export const problems = [
  { line: 3, outcome: "malformed", reason: "public-key", message: "x" },
  { line: 4, outcome: "conflict", reason: "email-held", message: "x" },
];
export const doubts = [{ line: 2, reason: "user-handle", message: "x" }];
export const counts = {
  lines: 4,
  created: 1,
  existing: 1,
  conflicting: 1,
  malformed: 1,
  usersCreated: 1,
};
export const warnings = [
  { code: "PASSKEY_NOT_FOUND", message: "The passkey does not exist.", passkeyId: id },
];
export const onDevice = { rpId: "example.com", userId: token };
