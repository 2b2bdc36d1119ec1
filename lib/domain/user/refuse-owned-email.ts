import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { ServiceError } from "@/lib/errors";
import { findEmailOwner } from "./find-user-by-user-id";

/** @throws DuplicateEmail if a user other than `sub` owns the email */
export async function refuseOwnedEmail(
  ctx: TenancyContext,
  db: Queryable,
  normalized: string,
  sub?: string,
): Promise<void> {
  const owner = await findEmailOwner(ctx, db, normalized);
  if (owner !== null && owner.sub !== sub)
    throw new ServiceError(
      "@error/DuplicateEmail",
      undefined,
      "Another user already owns this email.",
    );
}
