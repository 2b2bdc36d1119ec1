import type { TenancyContext } from "@/lib/domain/context";
import { addedAtOf } from "@/lib/domain/passkey/added-at-of";
import { findPlatformName } from "@/lib/domain/passkey/find-platform-name";
import { accessOf, type AccountSession } from "./account-session";
import { mayReportByCode } from "./decide-account-access";

/** A passkey on its user's account page. Times in ms. */
export interface AccountPasskey {
  id: string;
  /** How the user calls it. */
  label: string | null;
  /** The product that stores it; null if it is unknown. */
  provider: string | null;
  aaguid: string;
  isSynced: boolean;
  addedAt: number;
  lastUsedAt: number | null;
  isDisabled: boolean;
  /** Whether it is the user's only enabled one. */
  isLast: boolean;
  /** Until when it can't sign in; 0 if it can. */
  quarantinedUntil: number;
  /** Whether the session uses it. */
  isInUse: boolean;
  /** Whether this browser's device stores it, as far as the session knows. */
  isThisDevice: boolean;
  /** Whether the session may disable it by "This wasn't me". `reportAccountPasskey` decides. */
  isReportable: boolean;
}

type Listed = Omit<AccountPasskey, "isReportable">;

/** Finds the passkeys that the session may report as not the user's. */
function findReportable(
  ctx: TenancyContext,
  session: AccountSession,
  passkeys: readonly Listed[],
): Listed[] {
  const enabled = passkeys.filter(({ isDisabled }) => !isDisabled);
  if (session.passkeyId !== null)
    return ["allowed", "confirm"].includes(accessOf(ctx, session, "change")) ? enabled : [];
  return enabled.filter((each) => mayReportByCode(each, enabled, ctx.clock.now()));
}

/** Lists the user's passkeys, newest first. The passkey cap limits their number. */
export async function listAccountPasskeys(
  ctx: TenancyContext,
  session: AccountSession,
): Promise<AccountPasskey[]> {
  const { db, tenancy, clock } = ctx;
  const rows = await db.passkey.findMany({
    where: { tenancyId: tenancy.id, sub: session.sub },
    orderBy: { id: "desc" },
    select: {
      id: true,
      label: true,
      aaguid: true,
      backedUp: true,
      createdAt: true,
      movedAt: true,
      lastUsedAt: true,
      disabledAt: true,
      quarantinedUntil: true,
    },
  });
  const now = clock.now();
  const passkeys = rows.map(({ id, label, aaguid, backedUp, ...times }) => {
    const quarantinedUntil = times.quarantinedUntil?.getTime() ?? 0;
    const isInUse = id === session.passkeyId;
    return {
      id,
      label,
      provider: findPlatformName(aaguid) ?? null,
      aaguid,
      isSynced: backedUp,
      addedAt: addedAtOf(times),
      lastUsedAt: times.lastUsedAt?.getTime() ?? null,
      isDisabled: times.disabledAt !== null,
      isLast: times.disabledAt === null && session.enabledPasskeys === 1,
      quarantinedUntil: quarantinedUntil > now ? quarantinedUntil : 0,
      isInUse,
      isThisDevice: isInUse && session.isThisDevice,
    };
  });
  const reportable = findReportable(ctx, session, passkeys);
  return passkeys.map((each) => ({ ...each, isReportable: reportable.includes(each) }));
}
