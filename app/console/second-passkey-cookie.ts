/** Holds the operator who dismissed the suggestion of a second passkey in this browser. */
export const dismissedCookie = "keystead-one-passkey";
