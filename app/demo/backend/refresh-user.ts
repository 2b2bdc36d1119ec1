import { getUser, KeysteadRefusal } from "./keystead";
import type { Settings } from "./settings";
import { followEmail, type User } from "./users";

/**
 * Reads a signed-in user's email anew from Keystead, where they may have changed it since the sign-in.
 * Keystead knows users with a passkey only. A user whom it has erased stays as stored.
 */
export async function refreshUser(user: User, settings: Settings): Promise<User> {
  if (user.sub === null) return user;
  try {
    const { reply } = await getUser(settings, user.sub);
    return await followEmail(user, reply.user);
  } catch (error) {
    if (error instanceof KeysteadRefusal && error.tag === "@error/NotFound") return user;
    throw error;
  }
}
