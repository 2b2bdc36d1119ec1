/** Stores for 30 days which user wants no passkey in this browser. */
export const declinedCookie = "demo_no_passkey_here";
