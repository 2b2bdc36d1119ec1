export const authorize = "passkey/registration/authorize";
export const options = "passkey/registration/options";
export const verification = "passkey/registration/verification";
export const authorizeSignIn = "passkey/authentication/authorize";
export const signInOptions = "passkey/authentication/options";
export const signInVerification = "passkey/authentication/verification";
