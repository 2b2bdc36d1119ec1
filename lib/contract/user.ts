import { z } from "zod";
import { Id, PersonName } from "./fields";

export const User = z
  .object({ sub: Id, email: z.string(), givenName: z.string(), familyName: z.string(), emailVerified: z.boolean() })
  .meta({ id: "User" });
export type User = z.infer<typeof User>;

export const UserPath = z.object({ sub: z.string() });

/** Answer of the unversioned mount. */
export const UserReply = z.object({ user: User }).meta({ id: "UserReply" });

/** Answer of the v2 mount. */
export const TaggedUserReply = z.object({ _tag: z.literal("User"), user: User }).meta({ id: "TaggedUserReply" });

/** Body of PATCH user/{sub}: any non-empty subset; anything else is refused by name (contract §5). */
export const UpdateUser = z
  .strictObject({ givenName: PersonName.optional(), familyName: PersonName.optional(), emailVerified: z.boolean().optional() })
  .refine((body) => Object.values(body).some((value) => value !== undefined), "give at least one of givenName, familyName, emailVerified")
  .meta({ id: "UpdateUser" });
export type UpdateUser = z.infer<typeof UpdateUser>;
