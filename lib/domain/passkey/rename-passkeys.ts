import type { Passkey } from "@/lib/contract/passkey";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { newestFirst } from "@/lib/domain/base/newest-rows";
import { eventsAbout, recordAudit } from "@/lib/domain/record/audit/record-audit";
import { changeEmail } from "@/lib/domain/user/change-email";
import { findUserByUserId } from "@/lib/domain/user/find-user-by-user-id";
import { ServiceError } from "@/lib/errors";
import { lockPasskeys } from "./lock-passkeys";
import { passkeyColumns, PasskeyRow, toPasskey } from "./passkey-row";

interface Names {
  username: string;
  /** Defaults to the username if missing or blank. */
  displayName?: string | undefined;
}

/** Renames all of a user's passkeys and returns them, newest first. */
export async function renamePasskeysOf(
  ctx: TenancyContext,
  tx: Queryable,
  sub: string,
  { username, displayName }: Names,
): Promise<PasskeyRow[]> {
  const now = new Date(ctx.clock.now());
  const shown = displayName === undefined || displayName.trim() === "" ? username : displayName;
  const ids = await lockPasskeys(ctx, tx, { sub });
  const renamed = await tx.query(PasskeyRow)`
    UPDATE "Passkey" p
    SET "username" = ${username}, "displayName" = ${shown}, "namedAt" = ${now}, "updatedAt" = ${now}
    FROM "User" u
    WHERE p."tenancyId" = ${ctx.tenancy.id} AND p."id" = ANY (${ids}::text[])
      AND u."tenancyId" = p."tenancyId" AND u."sub" = p."sub"
    RETURNING ${passkeyColumns}`;
  const renamedIds = renamed.map(({ id }) => id);
  await recordAudit(ctx, tx, ...eventsAbout("passkey", renamedIds, "passkey.renamed"));
  return renamed.sort(newestFirst);
}

/**
 * Renames all passkeys of the user that `userId` selects and returns them, newest first.
 * @throws NotFound when there are none
 */
export async function renamePasskeys(
  ctx: TenancyContext,
  userId: string,
  username: string,
): Promise<Passkey[]> {
  return ctx.db.$transaction(async (tx) => {
    const user = await findUserByUserId(ctx, tx, userId);
    const renamed = user === null ? [] : await renamePasskeysOf(ctx, tx, user.sub, { username });
    if (renamed.length === 0) throw new ServiceError("@error/NotFound");
    return renamed.map((row) => toPasskey(ctx, row));
  });
}

interface Change {
  sub: string;
  email: string;
  emailVerified: boolean;
  /** Whether to rename the user's passkeys to the email. Ignored if the email is empty. */
  renamePasskeys: boolean;
}

/**
 * Changes a user's email and optionally renames their passkeys to it, in one transaction. Devices
 * show the old name until the application signals the new one.
 * @throws NotFound · InvalidEmail · DuplicateEmail when another user owns the email
 */
export async function changeEmailAndNames(
  ctx: TenancyContext,
  { renamePasskeys, ...change }: Change,
): Promise<{ email: string; renamed: number }> {
  return ctx.db.$transaction(async (tx) => {
    const email = await changeEmail(ctx, tx, change);
    const renamed =
      renamePasskeys && email !== ""
        ? await renamePasskeysOf(ctx, tx, change.sub, { username: email })
        : [];
    return { email, renamed: renamed.length };
  });
}
