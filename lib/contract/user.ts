import { z } from "zod";
import { Id, PersonName } from "./fields";
import { sample } from "./sample";

const person = {
  sub: sample.id,
  email: sample.email,
  givenName: "Ada",
  familyName: "Lovelace",
  emailVerified: true,
};

export const User = z
  .object({
    sub: Id.meta({ description: "Our id of the user" }),
    email: z
      .string()
      .meta({ description: 'As given; "" when never given', example: "ada@example.com" }),
    givenName: z.string().meta({ description: '"" when never given', example: "Ada" }),
    familyName: z.string().meta({ description: '"" when never given', example: "Lovelace" }),
    emailVerified: z
      .boolean()
      .meta({ description: "A mailbox code or your backend has vouched for the email" }),
  })
  .meta({ id: "User", examples: [person] });
export type User = z.infer<typeof User>;

export const UserPath = z.object({
  sub: z.string().meta({ description: "Our id of the user", example: sample.id }),
});

/** Answer of the unversioned mount. */
export const UserReply = z
  .object({ user: User })
  .meta({ id: "UserReply", examples: [{ user: person }] });

/** Answer of the v2 mount. */
export const TaggedUserReply = z
  .object({ _tag: z.literal("User"), user: User })
  .meta({ id: "TaggedUserReply", examples: [{ _tag: "User", user: person }] });

/**
 * Body of PATCH user/{sub}: any non-empty subset; anything else is refused by name (contract §5).
 */
export const UpdateUser = z
  .strictObject({
    givenName: PersonName.optional(),
    familyName: PersonName.optional(),
    emailVerified: z
      .boolean()
      .optional()
      .meta({ description: "`true` makes the email held: other claims on it end" }),
  })
  .refine(
    (body) => Object.values(body).some((value) => value !== undefined),
    "give at least one of givenName, familyName, emailVerified",
  )
  .meta({ id: "UpdateUser", examples: [{ givenName: "Ada", emailVerified: true }] });
export type UpdateUser = z.infer<typeof UpdateUser>;
