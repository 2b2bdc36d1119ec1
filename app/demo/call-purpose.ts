/** What a call is for, and where the API reference describes it. */
interface Purpose {
  text: string;
  /** Address of the endpoint's reference. The demo's own backend has none. */
  reference?: string;
}

/** By method and the end of the path, with the page below /docs/api. The first match counts. */
const purposes: [pattern: RegExp, text: string, reference?: string][] = [
  [
    /registration\/authorize$/,
    "Allows this browser to register one passkey for the user.",
    "registration#authorizeRegistration",
  ],
  [
    /registration\/options$/,
    "Gets the options for a new passkey.",
    "registration#createRegistrationOptions",
  ],
  [
    /registration\/verification$/,
    "Verifies the new passkey and returns a one-time code.",
    "registration#verifyRegistration",
  ],
  [
    /authentication\/options$/,
    "Gets a challenge for the passkey to sign.",
    "sign-in#createAuthenticationOptions",
  ],
  [
    /authentication\/verification$/,
    "Verifies the signature and returns a one-time code.",
    "sign-in#verifyAuthentication",
  ],
  [
    /passkey\/outcome$/,
    "Reports how the prompt ended without a passkey.",
    "sign-in#reportPromptOutcome",
  ],
  [
    /principal\/[^/]+$/,
    "Exchanges the one-time code for the signed-in user.",
    "principal#exchangePrincipal",
  ],
  [
    /events$/,
    "Reads what happened in the tenancy, or waits for the next event.",
    "events#listEvents",
  ],
  [
    /passkeys\/update$/,
    "Renames the user’s passkeys and returns a token for the page.",
    "devices#preparePasskeyUpdate",
  ],
  [
    /passkeys\/update\/exchange$/,
    "Gets the new name for the passkeys on this device.",
    "devices#exchangePasskeyUpdate",
  ],
  [
    /passkeys\/delete$/,
    "Deletes the passkey and returns a token for the page.",
    "devices#preparePasskeyDeletion",
  ],
  [
    /passkeys\/delete\/exchange$/,
    "Gets the passkeys to remove from this device.",
    "devices#exchangePasskeyDeletion",
  ],
  [
    /passkeys\/prune$/,
    "Returns a token for the page. It changes nothing.",
    "devices#preparePasskeyPruning",
  ],
  [
    /passkeys\/prune\/exchange$/,
    "Gets the list of passkeys that still work.",
    "devices#exchangePasskeyPruning",
  ],
  [/^GET .*\/passkeys\/[^/]+$/, "Reads the passkey to check whose it is.", "vault#getPasskey"],
  [
    /^GET .*\/user\/[^/]+$/,
    "Reads the user’s email, and whether an operator has disabled the user.",
    "users#getUser",
  ],
  [/^PATCH .*\/user\/[^/]+$/, "Marks the user’s email as verified.", "users#updateUser"],
  [/\/v2\/[^/]+\/challenges$/, "Sends an email with a code.", "mailbox-codes#createChallenge"],
  [
    /challenges\/verify$/,
    "Checks the code that the user entered.",
    "mailbox-codes#verifyChallenge",
  ],
  [/demo\/api\/login\?hosted$/, "Asks the backend for the URL of the hosted page."],
  [/demo\/api\/(login|register|passkey-added|confirm)$/, "Sends the one-time code to the backend."],
  [/demo\/api\/add-passkey$/, "Asks the backend for permission to add a passkey."],
  [/demo\/api\/send-code$/, "Asks the backend to email a code."],
  [/demo\/api\/check-code$/, "Sends the entered code to the backend."],
  [/demo\/api\/rename-passkeys$/, "Asks the backend to rename the passkeys."],
  [/demo\/api\/remove-passkey$/, "Asks the backend to delete a passkey."],
  [/demo\/api\/tidy-device$/, "Asks the backend which passkeys still work."],
];

export function purposeOf({ method, path }: { method: string; path: string }): Purpose {
  const found = purposes.find(([pattern]) => pattern.test(`${method} ${path}`));
  if (found === undefined) return { text: "" };
  const [, text, reference] = found;
  return { text, ...(reference === undefined ? {} : { reference: `/docs/api/${reference}` }) };
}
