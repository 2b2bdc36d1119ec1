import type { TenancyContext } from "@/lib/domain/base/context";
import { partsOf } from "@/lib/domain/base/describe-browser";
import { findPlatformName } from "@/lib/domain/base/find-platform-name";
import { addedAtOf } from "@/lib/domain/passkey/added-at-of";
import { mayDisableByMailbox } from "@/lib/domain/passkey/report-by-mailbox";
import { accessOf, type AccountSession } from "./account-session";

interface CreatedWith {
  browser: string | undefined;
  system: string | undefined;
}

/** The newest events of a user among which the page looks for registrations. */
const eventsRead = 200;

/** A passkey on its user's account page. Times in ms. */
export interface AccountPasskey {
  id: string;
  /** How the user calls it. */
  label: string | null;
  /** The product that stores it; null if it is unknown. */
  provider: string | null;
  /** The browser that created it, or uses it now, if that browser's device stores it. */
  createdWith: CreatedWith | null;
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
  /** What "This wasn't me" does in this session. `reportAccountPasskey` decides. */
  report: "disables" | "is-recorded" | "no";
}

type Listed = Omit<AccountPasskey, "report">;

/** Returns what a report of one of the passkeys does in this session. */
function reportIn(
  ctx: TenancyContext,
  session: AccountSession,
  passkeys: readonly Listed[],
): (passkey: Listed) => AccountPasskey["report"] {
  const enabled = passkeys.filter(({ isDisabled }) => !isDisabled);
  const isTrusted = ["allowed", "confirm"].includes(accessOf(ctx, session, "change"));
  return (passkey) => {
    if (passkey.isDisabled) return "no";
    if (session.passkeyId !== null) return isTrusted ? "disables" : "no";
    return mayDisableByMailbox(passkey, enabled, ctx.clock.now()) ? "disables" : "is-recorded";
  };
}

/** Finds the browsers whose own device stores a passkey, as far as the timeline and this request know. */
async function findCreators(
  { db, tenancy, client }: TenancyContext,
  { sub, passkeyId: used, isThisDevice }: AccountSession,
): Promise<Map<string | null, CreatedWith>> {
  const events = await db.timelineEvent.findMany({
    where: { tenancyId: tenancy.id, sub },
    orderBy: { id: "desc" },
    take: eventsRead,
    select: { kind: true, passkeyId: true, userAgent: true, authenticatorAttachment: true },
  });
  const created = events.filter(
    ({ kind, authenticatorAttachment, userAgent }) =>
      kind === "registration.succeeded" &&
      authenticatorAttachment === "platform" &&
      userAgent !== null,
  );
  // The timeline is written with a delay, and forgets.
  const now = isThisDevice ? [{ passkeyId: used, userAgent: client.userAgent }] : [];
  return new Map(
    [...now, ...created].map(({ passkeyId, userAgent }) => [passkeyId, partsOf(userAgent ?? "")]),
  );
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
  // A limited session sees no browsers.
  const isFull = accessOf(ctx, session, "view") === "allowed";
  const creators = isFull ? await findCreators(ctx, session) : new Map<string, CreatedWith>();
  const passkeys = rows.map(({ id, label, aaguid, backedUp, ...times }) => {
    const quarantinedUntil = times.quarantinedUntil?.getTime() ?? 0;
    const isInUse = id === session.passkeyId;
    return {
      id,
      label,
      provider: findPlatformName(aaguid) ?? null,
      createdWith: creators.get(id) ?? null,
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
  const reportOf = reportIn(ctx, session, passkeys);
  return passkeys.map((each) => ({ ...each, report: reportOf(each) }));
}
