import type { TenancyContext } from "@/lib/domain/context";
import { findPlatformName } from "@/lib/domain/passkey/find-platform-name";
import type { AccountSession } from "./account-session";

/** A passkey on its user's account page. Times in ms. */
export interface AccountPasskey {
  id: string;
  /** How the user calls it. */
  label: string | null;
  /** The product that stores it; null if it is unknown. */
  provider: string | null;
  aaguid: string;
  isSynced: boolean;
  createdAt: number;
  lastUsedAt: number | null;
  isDisabled: boolean;
  /** Until when it can't sign in; 0 if it can. */
  quarantinedUntil: number;
  /** Whether the session uses it. */
  isInUse: boolean;
  /** Whether this browser's device stores it, as far as the session knows. */
  isThisDevice: boolean;
}

/** Lists the user's passkeys, newest first. The passkey cap limits their number. */
export async function listAccountPasskeys(
  { db, tenancy, clock }: TenancyContext,
  session: AccountSession,
): Promise<AccountPasskey[]> {
  const rows = await db.passkey.findMany({
    where: { tenancyId: tenancy.id, sub: session.sub },
    orderBy: { id: "desc" },
    select: {
      id: true,
      label: true,
      aaguid: true,
      backedUp: true,
      createdAt: true,
      lastUsedAt: true,
      disabledAt: true,
      quarantinedUntil: true,
    },
  });
  const now = clock.now();
  return rows.map(({ id, label, aaguid, backedUp, ...times }) => {
    const quarantinedUntil = times.quarantinedUntil?.getTime() ?? 0;
    const isInUse = id === session.passkeyId;
    return {
      id,
      label,
      provider: findPlatformName(aaguid) ?? null,
      aaguid,
      isSynced: backedUp,
      createdAt: times.createdAt.getTime(),
      lastUsedAt: times.lastUsedAt?.getTime() ?? null,
      isDisabled: times.disabledAt !== null,
      quarantinedUntil: quarantinedUntil > now ? quarantinedUntil : 0,
      isInUse,
      isThisDevice: isInUse && session.isThisDevice,
    };
  });
}
