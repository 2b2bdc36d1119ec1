import type { Passkey } from "@/prisma/generated/client";

/**
 * Returns when the user got the passkey, in ms. One that was moved from another user is as young as
 * the move: an attacker can register it long before.
 */
export const addedAtOf = ({ createdAt, movedAt }: Pick<Passkey, "createdAt" | "movedAt">): number =>
  (movedAt ?? createdAt).getTime();
