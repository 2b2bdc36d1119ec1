/** The AAGUID of authenticators that don't report theirs. */
export const unknownAaguid = "00000000-0000-0000-0000-000000000000";
