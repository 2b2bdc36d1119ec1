export const [authorize, options, verification] = [
  "passkey/registration/authorize",
  "passkey/registration/options",
  "passkey/registration/verification",
];
export const [authorizeSignIn, signInOptions, signInVerification] = [
  "passkey/authentication/authorize",
  "passkey/authentication/options",
  "passkey/authentication/verification",
];
