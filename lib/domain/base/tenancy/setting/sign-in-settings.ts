import { z } from "zod";
import { Hint, maxPasskeysPerUser } from "@/lib/contract/fields";
import {
  algorithmIds,
  credentialAlgorithms,
  defaultAlgorithms,
} from "@/lib/domain/base/credential-algorithms";
import { card, choice, number, optionalText, several, toggle } from "./setting-kinds";

/** In order of preference, whatever the order of the input. */
const algorithms = z
  .array(z.int().refine((id) => algorithmIds.includes(id), "Not a supported COSE algorithm"))
  .min(1, "Choose at least one algorithm")
  .transform((chosen) => algorithmIds.filter((id) => chosen.includes(id)));

const hints = z
  .array(z.union([z.literal(""), Hint]))
  .transform((chosen) => [...new Set(chosen.filter((hint) => hint !== ""))]);

const maxIssuerCharacters = 255;
const issuer = z
  .string()
  .trim()
  .min(1, "Enter an issuer, such as https://id.example.com")
  .max(maxIssuerCharacters, `At most ${maxIssuerCharacters} characters`)
  .regex(/^\P{Cc}*$/u, "Remove the control characters");

/** Settings → Sign-in. */
export const signInSettings = {
  ...card("Self-service", "sign-in", {
    selfServiceRegistration: toggle({
      label: "Registration",
      fullLabel: "Self-service registration",
      help: "Anyone on an allowed page can create an account. If off, your backend authorizes each registration.",
      default: null,
    }),
    selfServiceAuthentication: toggle({
      label: "Sign-in",
      fullLabel: "Self-service sign-in",
      help: "A page can start a sign-in. If off, your backend authorizes each one.",
      default: true,
    }),
  }),
  ...card("Passkeys", "sign-in", {
    userVerification: choice({
      label: "Minimum user verification",
      help: "A request can require more, but not less.",
      choices: {
        required: "Required: always with fingerprint, face or PIN",
        preferred: "Preferred: if the device supports it",
        discouraged: "Discouraged: only if the device insists",
      },
      default: "preferred",
    }),
    passkeysPerUser: number({
      label: "Passkeys per user",
      help: "Keystead refuses further registrations of a user with this many.",
      unit: "passkeys",
      bounds: [1, maxPasskeysPerUser],
      default: 20,
    }),
    emailCodes: choice({
      label: "Emailed codes on hosted pages",
      help:
        "With recovery only, users sign in with passkeys: a code lets them create one, and never " +
        "signs in. Codes that your backend requests and deletions of passkeys stay as they are.",
      choices: {
        "sign-in": "Sign-in: a code signs the user in",
        "recovery-only": "Recovery only: a code leads to a new passkey",
      },
      default: "sign-in",
    }),
    attestation: choice({
      label: "Attestation",
      help: "The maker’s signature on an authenticator. Some browsers warn the user when a site asks for it.",
      choices: { none: "None", direct: "Direct: checked and shown" },
      default: "none",
    }),
  }),
  ...card("New passkeys", "sign-in", {
    requireProofToAddPasskey: toggle({
      label: "Require an emailed code",
      fullLabel: "Require an emailed code for another passkey",
      help: "Your backend verifies a code before it adds a passkey to a user who has one.",
    }),
    notifyOfNewPasskeys: toggle({
      label: "Notify users by email",
      fullLabel: "Notify users of new passkeys",
      help: "Users get an email about each new passkey at the address that they own, with a link to report it.",
      default: true,
    }),
    linkByEmail: toggle({
      label: "Link by email",
      fullLabel: "Link new passkeys by email",
      help:
        "A registration that your backend authorizes without a userId adds the passkey to the user " +
        "who owns the email. If off, it is refused, and your backend sends the userId.",
    }),
    quarantineHours: number({
      label: "Quarantine (hours)",
      help:
        "A user’s second and later passkeys can’t sign in during this time. 0 turns it off. " +
        "Until then, your application must not sign the user in with it: the API names the time " +
        "(passkey.availableAt).",
      unit: "hours",
      bounds: [0, 168],
      default: 0,
    }),
  }),
  ...card("Account deletion", "sign-in", {
    accountDeletion: choice({
      label: "Users can delete their account",
      fullLabel: "Account deletion by users",
      help:
        "On the account page. Keystead disables the account at once, emails the user a link to undo " +
        "it, and erases the account after a week.",
      choices: {
        off: "Off",
        reason: "On, and ask for a reason",
        on: "On",
      },
      default: "off",
    }),
  }),
  ...card("Signatures", "sign-in", {
    algorithms: several({
      label: "Signature algorithms",
      fullLabel: "Algorithms",
      help:
        "New passkeys use one of these. Existing passkeys keep theirs. Offer ES256 and RS256 unless " +
        "you know the devices: many support only one of them.",
      choices: credentialAlgorithms.map(({ id, name, description }) => ({
        value: id,
        label: name,
        help: description,
      })),
      default: defaultAlgorithms,
      schema: algorithms,
      stored: z.array(z.int()),
    }),
    signatureCounter: choice({
      label: "Signature counter",
      help:
        "What happens when a counter has not increased, which can mean that the passkey was " +
        "copied. Synced passkeys have no counter.",
      choices: { record: "Sign in and mark the passkey", refuse: "Refuse the sign-in" },
      default: "record",
    }),
  }),
  ...card("Browsers", "sign-in", {
    hints: several({
      label: "Suggested authenticators",
      fullLabel: "Hints",
      help:
        "Browsers show these first, in the order in which you choose them. Users can still pick " +
        "another one, and some browsers ignore the suggestion.",
      choices: [
        {
          value: "client-device",
          label: "This device",
          help: "Fingerprint, face or PIN of the device",
        },
        { value: "hybrid", label: "Phone", help: "A phone that scans a QR code" },
        {
          value: "security-key",
          label: "Security key",
          help: "A key that is plugged in or held near",
        },
      ],
      default: [],
      isOrdered: true,
      schema: hints,
      stored: z.array(z.string()),
    }),
    signalsAfterSignIn: toggle({
      label: "Tell devices which passkeys exist",
      help:
        "After each sign-in, the device can remove passkeys of the user that you deleted. Turn " +
        "this on only if this tenancy stores all passkeys of your users: devices remove the others.",
    }),
  }),
  ...card("Older clients", "sign-in", {
    legacyLookups: toggle({
      label: "Look-ups of older clients",
      help:
        "Older client libraries look up a credential by passkey id, without an API key. " +
        "Leave this off if you don’t use any.",
    }),
    issuer: optionalText({
      label: "Issuer",
      help: "The iss claim of tokens. Leave it empty unless a client expects a fixed issuer.",
      schema: issuer,
    }),
    sendEmailByDefault: toggle({
      label: "Send emailed codes by default",
      help: "If off, your backend sends each code itself, unless its request sets sendEmail to true.",
      default: true,
    }),
  }),
};
