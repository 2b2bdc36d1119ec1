import { z } from "zod";
import {
  attestationExample,
  ceremonySuccess,
  CreationOptionsJSON,
  RegistrationResponseJSON,
  successExample,
} from "./ceremony";
import {
  DisplayName,
  EmailInput,
  ExcludeCredentials,
  ExcludeCredentialsOfUser,
  Hints,
  Mediation,
  Milliseconds,
  newUserIdRules,
  PersonName,
  RpId,
  RpName,
  Timeout,
  Token,
  UserId,
  Username,
  UserVerification,
} from "./fields";
import { PasskeyProof } from "./passkey-proof";
import { sample } from "./sample";

/** Body of POST passkey/registration/authorize (contract §3). */
export const AuthorizeRegistration = z
  .object({
    username: Username.meta({
      description:
        "The account name that the device shows. Without `userId` and `email`, an email address here " +
        "selects the user who owns it",
    }),
    userId: UserId.nullish().meta({
      description:
        "Your own user id. Always send it if users choose their usernames freely. " +
        `${newUserIdRules}. \`null\` is a user without one, and never selects a user by email`,
    }),
    email: EmailInput.optional(),
    givenName: PersonName.optional(),
    familyName: PersonName.optional(),
    displayName: DisplayName.optional(),
    rpId: RpId.optional(),
    rpName: RpName.optional(),
    userVerification: UserVerification.optional(),
    excludeCredentials: ExcludeCredentials.optional(),
    timeout: Timeout.optional(),
    proof: PasskeyProof.optional(),
    hints: Hints.optional(),
    automatic: z
      .boolean()
      .optional()
      .meta({
        description:
          "Lets the browser create the passkey without a prompt, right after the user signed in with a " +
          "password of the same password manager. Not possible if user verification is `required`, by " +
          "the request, the tenancy or an enforced passkey policy",
        example: false,
      }),
  })
  .meta({
    id: "AuthorizeRegistration",
    examples: [
      {
        username: sample.email,
        userId: sample.userId,
        email: sample.email,
        givenName: "Ada",
        familyName: "Lovelace",
      },
    ],
  });
export type AuthorizeRegistration = z.infer<typeof AuthorizeRegistration>;

const authorized = { registrationToken: Token, expiresAt: Milliseconds };

export const AuthorizedPasskeyRegistration = z
  .object({ _tag: z.literal("AuthorizedPasskeyRegistration"), ...authorized })
  .meta({
    id: "AuthorizedPasskeyRegistration",
    examples: [
      {
        _tag: "AuthorizedPasskeyRegistration",
        registrationToken: sample.token,
        expiresAt: sample.expiresAt,
      },
    ],
  });

/** Response of the older alias `prepare`. */
export const PreparedPasskeyRegistration = z
  .object({ _tag: z.literal("PreparedPasskeyRegistration"), ...authorized })
  .meta({
    id: "PreparedPasskeyRegistration",
    examples: [
      {
        _tag: "PreparedPasskeyRegistration",
        registrationToken: sample.token,
        expiresAt: sample.expiresAt,
      },
    ],
  });

const SelfServiceRegistration = z.object({
  email: EmailInput.optional(),
  username: Username.optional(),
  givenName: PersonName.optional(),
  familyName: PersonName.optional(),
  displayName: DisplayName.optional(),
  userDisplayName: DisplayName.optional().meta({
    description: "The name of `displayName` in older clients",
    deprecated: true,
  }),
  userVerification: UserVerification.optional(),
  excludeCredentials: ExcludeCredentialsOfUser.optional(),
  timeout: Timeout.optional(),
  hints: Hints.optional(),
});
type SelfServiceRegistration = z.infer<typeof SelfServiceRegistration>;

/** Body of POST passkey/registration/options: a token from `authorize`, or self-service fields. */
export const RequestRegistrationOptions = SelfServiceRegistration.extend({
  registrationToken: Token.optional(),
})
  .superRefine((body, issues) => {
    const named = body.email !== undefined || body.username !== undefined;
    if (body.registrationToken !== undefined && named)
      issues.addIssue({
        code: "custom",
        path: ["registrationToken"],
        message: "send either registrationToken, or email or username, not both",
      });
    if (body.registrationToken === undefined && !named)
      issues.addIssue({
        code: "custom",
        path: ["registrationToken"],
        message: "send registrationToken, or email or username for self-service",
      });
  })
  .meta({
    id: "RequestRegistrationOptions",
    examples: [
      { registrationToken: sample.token },
      { email: sample.email, givenName: "Ada", familyName: "Lovelace" },
    ],
  });
export type RequestRegistrationOptions = z.infer<typeof RequestRegistrationOptions>;

export const RegistrationOptions = z
  .object({
    _tag: z.literal("RegistrationOptions"),
    sessionToken: Token,
    optionsJSON: CreationOptionsJSON,
    mediation: Mediation.optional().meta({
      description: "`conditional` if the passkey is created without a prompt, otherwise absent",
      example: undefined,
    }),
  })
  .meta({
    id: "RegistrationOptions",
    examples: [
      {
        _tag: "RegistrationOptions",
        sessionToken: sample.token,
        optionsJSON: {
          rp: { id: sample.rpId, name: "Example" },
          user: { id: sample.userHandle, name: sample.email, displayName: "Ada Lovelace" },
          challenge: sample.secret,
          pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: "public-key" })),
          timeout: 300_000,
          excludeCredentials: [],
          authenticatorSelection: {
            residentKey: "required",
            requireResidentKey: true,
            userVerification: "preferred",
          },
          attestation: "none",
          extensions: { credProps: true },
        },
      },
    ],
  });
export type RegistrationOptions = z.infer<typeof RegistrationOptions>;

export const VerifyRegistration = z
  .object({ sessionToken: Token, response: RegistrationResponseJSON })
  .meta({
    id: "VerifyRegistration",
    examples: [{ sessionToken: sample.token, response: attestationExample }],
  });
export type VerifyRegistration = z.infer<typeof VerifyRegistration>;

export const RegistrationSuccess = z
  .object({ _tag: z.literal("RegistrationSuccess"), ...ceremonySuccess })
  .meta({
    id: "RegistrationSuccess",
    examples: [{ _tag: "RegistrationSuccess", ...successExample }],
  });
export type RegistrationSuccess = z.infer<typeof RegistrationSuccess>;
