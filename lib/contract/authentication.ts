import { z } from "zod";
import {
  assertionExample,
  AuthenticationResponseJSON,
  ceremonySuccess,
  RequestOptionsJSON,
  successExample,
} from "./ceremony";
import {
  AllowCredentials,
  AllowCredentialsOfUser,
  EmailInput,
  Hints,
  Mediation,
  Milliseconds,
  RpId,
  Timeout,
  Token,
  UserId,
  UserVerification,
} from "./fields";
import { AcceptedPasskeys } from "./prepared-token";
import { sample } from "./sample";

const AuthenticationRequest = z.object({
  rpId: RpId.optional(),
  userVerification: UserVerification.optional(),
  timeout: Timeout.optional(),
  purpose: z
    .string()
    .regex(/^[A-Za-z0-9._:-]{1,64}$/, "must be 1 to 64 characters of A-Z a-z 0-9 . _ : -")
    .optional()
    .meta({
      description: "What the sign-in is for, such as a step-up; returned in the principal",
      example: "transfer:7",
    }),
  userId: UserId.optional(),
  allowCredentials: AllowCredentials,
  discoverable: z.boolean().optional().meta({
    description: "Accepts any passkey of the device; overrides the account fields",
  }),
  mediation: Mediation.optional(),
  hints: Hints.optional(),
});

const namesAccount = (body: z.infer<typeof AuthenticationRequest>) =>
  body.userId !== undefined || body.allowCredentials !== undefined;
// A function, because zod's refine keeps and changes the object that it gets.
const conditionalNeedsDiscoverable = () => ({
  path: ["mediation"],
  message: "conditional requires a discoverable sign-in",
});

/** Body of POST passkey/authentication/authorize (contract §3). */
export const AuthorizeAuthentication = AuthenticationRequest.refine(
  (body) => body.discoverable === true || namesAccount(body),
  {
    path: ["discoverable"],
    message: "send userId, allowCredentials or discoverable: true",
  },
)
  .refine(
    (body) => body.mediation !== "conditional" || body.discoverable === true,
    conditionalNeedsDiscoverable(),
  )
  .meta({
    id: "AuthorizeAuthentication",
    examples: [
      { userId: sample.userId, userVerification: "required", purpose: "transfer:7" },
      { discoverable: true },
    ],
  });
export type AuthorizeAuthentication = z.infer<typeof AuthorizeAuthentication>;

/** Body of the older alias `prepare`. Without account fields, the sign-in is discoverable. */
export const PrepareAuthentication = AuthenticationRequest.transform((body) =>
  namesAccount(body) ? body : { ...body, discoverable: true },
)
  .refine(
    (body) => body.mediation !== "conditional" || body.discoverable === true,
    conditionalNeedsDiscoverable(),
  )
  .meta({ id: "PrepareAuthentication", examples: [{ userId: sample.userId }] });

const authorized = { authenticationToken: Token, expiresAt: Milliseconds };

export const AuthorizedPasskeyAuthentication = z
  .object({ _tag: z.literal("AuthorizedPasskeyAuthentication"), ...authorized })
  .meta({
    id: "AuthorizedPasskeyAuthentication",
    examples: [
      {
        _tag: "AuthorizedPasskeyAuthentication",
        authenticationToken: sample.token,
        expiresAt: sample.expiresAt,
      },
    ],
  });

/** Response of the older alias `prepare`. */
export const PreparedPasskeyAuthentication = z
  .object({ _tag: z.literal("PreparedPasskeyAuthentication"), ...authorized })
  .meta({
    id: "PreparedPasskeyAuthentication",
    examples: [
      {
        _tag: "PreparedPasskeyAuthentication",
        authenticationToken: sample.token,
        expiresAt: sample.expiresAt,
      },
    ],
  });

/** Body of POST passkey/authentication/options: a token from `authorize`, or self-service fields. */
export const RequestAuthenticationOptions = z
  .object({
    authenticationToken: Token.optional(),
    email: EmailInput.optional(),
    userId: z
      .string()
      .max(255)
      .optional()
      .meta({
        description:
          "Your own user id, for older clients; prefer `authorize`. Ignored if it is blank, with " +
          "`authenticationToken` and with conditional mediation",
        deprecated: true,
        example: sample.userId,
      }),
    allowCredentials: AllowCredentialsOfUser,
    userVerification: UserVerification.optional(),
    rpId: RpId.optional(),
    timeout: Timeout.optional(),
    mediation: Mediation.optional(),
    hints: Hints.optional(),
  })
  .superRefine((body, issues) => {
    const account = body.email !== undefined || body.allowCredentials !== undefined;
    if (body.authenticationToken !== undefined && account)
      issues.addIssue({
        code: "custom",
        path: ["authenticationToken"],
        message: "send either authenticationToken, or email or allowCredentials, not both",
      });
    if (account && body.mediation === "conditional")
      issues.addIssue({ code: "custom", ...conditionalNeedsDiscoverable() });
  })
  .meta({
    id: "RequestAuthenticationOptions",
    examples: [{ authenticationToken: sample.token }, { email: sample.email }, {}],
  });
export type RequestAuthenticationOptions = z.infer<typeof RequestAuthenticationOptions>;

export const AuthenticationOptions = z
  .object({
    _tag: z.literal("AuthenticationOptions"),
    sessionToken: Token,
    optionsJSON: RequestOptionsJSON,
    mediation: Mediation,
  })
  .meta({
    id: "AuthenticationOptions",
    examples: [
      {
        _tag: "AuthenticationOptions",
        sessionToken: sample.token,
        optionsJSON: {
          challenge: sample.secret,
          timeout: 300_000,
          rpId: sample.rpId,
          allowCredentials: [
            { id: sample.credentialId, type: "public-key", transports: ["internal", "hybrid"] },
          ],
          userVerification: "required",
        },
        mediation: "required",
      },
    ],
  });
export type AuthenticationOptions = z.infer<typeof AuthenticationOptions>;

export const VerifyAuthentication = z
  .object({ sessionToken: Token, response: AuthenticationResponseJSON })
  .meta({
    id: "VerifyAuthentication",
    examples: [{ sessionToken: sample.token, response: assertionExample }],
  });
export type VerifyAuthentication = z.infer<typeof VerifyAuthentication>;

export const AuthenticationSuccess = z
  .object({
    _tag: z.literal("AuthenticationSuccess"),
    ...ceremonySuccess,
    acceptedPasskeys: AcceptedPasskeys.optional(),
  })
  .meta({
    id: "AuthenticationSuccess",
    examples: [{ _tag: "AuthenticationSuccess", ...successExample }],
  });
export type AuthenticationSuccess = z.infer<typeof AuthenticationSuccess>;
