import { z } from "zod";
import { Id, PersonName } from "./fields";
import { sample } from "./sample";

export const userSample = {
  sub: sample.id,
  email: sample.email,
  givenName: "Ada",
  familyName: "Lovelace",
  emailVerified: true,
  enabled: true,
};

export const userFields = {
  sub: Id.meta({ description: "Keystead's user id" }),
  email: z.string().meta({ description: '"" if unknown', example: "ada@example.com" }),
  givenName: z.string().meta({ description: '"" if unknown', example: "Ada" }),
  familyName: z.string().meta({ description: '"" if unknown', example: "Lovelace" }),
  emailVerified: z
    .boolean()
    .meta({ description: "Whether an emailed code or your backend has verified the email" }),
  enabled: z.boolean().meta({
    description:
      "`false`: an operator disabled the user. Keystead refuses the user's passkeys and hosted " +
      "sign-ins. Don't open a session for this user, and end the ones that are open. Operators " +
      "disable a user on the user's page in the console, or with `keystead user disable`, and your " +
      "backend with `users/{userId}/disable`",
  }),
};

export const User = z.object(userFields).meta({ id: "User", examples: [userSample] });
export type User = z.infer<typeof User>;

export const UserPath = z.object({
  sub: z.string().meta({ description: "Keystead's user id", example: sample.id }),
});

/** Response of the unversioned mount. */
export const UserReply = z
  .object({ user: User })
  .meta({ id: "UserReply", examples: [{ user: userSample }] });

/** Response of the v2 mount. */
export const TaggedUserReply = z
  .object({ _tag: z.literal("User"), user: User })
  .meta({ id: "TaggedUserReply", examples: [{ _tag: "User", user: userSample }] });

/**
 * Body of PATCH user/{sub}: any non-empty subset. Other fields are rejected by name (contract §5).
 */
export const UpdateUser = z
  .strictObject({
    givenName: PersonName.optional(),
    familyName: PersonName.optional(),
    emailVerified: z
      .boolean()
      .optional()
      .meta({
        description:
          "`true`: this user owns the email, and other users' claims on it are removed. Send it after " +
          "you have verified an emailed code for exactly this email. `false`: the email is a claim again",
      }),
  })
  .refine(
    (body) => Object.values(body).some((value) => value !== undefined),
    "send at least one of givenName, familyName, emailVerified",
  )
  .meta({ id: "UpdateUser", examples: [{ givenName: "Ada", emailVerified: true }] });
export type UpdateUser = z.infer<typeof UpdateUser>;
