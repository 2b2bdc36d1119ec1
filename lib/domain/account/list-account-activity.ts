import type { TenancyContext } from "@/lib/domain/context";
import { browserAndSystem } from "@/lib/domain/describe-browser";
import { findMailboxOf } from "@/lib/domain/timeline-search/find-mailbox-of";
import { listTimeline } from "@/lib/domain/timeline-search/list-timeline";
import type { TimelineEntry } from "@/lib/domain/timeline-search/timeline-entry";
import { accessOf, type AccountSession, standingOf } from "./account-session";
import { mayReportByCode } from "./decide-account-access";
import type { AccountPasskey } from "./list-account-passkeys";

/** The kinds of events that mean something to the user. */
const accountActivities = [
  "registration.succeeded",
  "sign-in.succeeded",
  "sign-in.by-code",
  "sign-in.refused",
  "passkey.disabled",
  "passkey.enabled",
  "passkey.deleted",
  "user.updated",
  "user.email-changed",
] as const;
type AccountActivityKind = (typeof accountActivities)[number];

/** Something that happened to the user. `at` in ms. */
export interface AccountActivity {
  kind: AccountActivityKind;
  at: number;
  /** The passkey's name, if it is known. */
  passkey: string | null;
  /** "Chrome, macOS"; null if unknown or masked. */
  browser: string | null;
  /** The passkey that the session may report as not the user's; null if it may not. */
  reportable: string | null;
}

const shown = 12;
// Events of other kinds are read, too.
const read = 60;

const isKnown = (kind: string): kind is AccountActivityKind =>
  (accountActivities as readonly string[]).includes(kind);

/** Whether the session may disable the passkey by "This wasn't me". `reportAccountPasskey` decides. */
function isReportable(
  ctx: TenancyContext,
  session: AccountSession,
  { createdAt, isDisabled }: AccountPasskey,
): boolean {
  if (isDisabled) return false;
  if (session.passkeyId === null)
    return mayReportByCode(
      { createdAt, isEnabled: true },
      standingOf(session).enabledPasskeys,
      ctx.clock.now(),
    );
  return ["allowed", "confirm"].includes(accessOf(ctx, session, "change"));
}

/** Lists what happened to the user lately, newest first. A limited session sees no browsers. */
export async function listAccountActivity(
  ctx: TenancyContext,
  session: AccountSession,
  passkeys: readonly AccountPasskey[],
): Promise<AccountActivity[]> {
  const person = {
    sub: session.sub,
    mailbox: await findMailboxOf(ctx, session),
    passkeyIds: passkeys.map(({ id }) => id),
  };
  const { entries } = await listTimeline(ctx, person, {}, read);
  const isFull = accessOf(ctx, session, "view") === "allowed";
  const toActivity = ({ kind, at, passkey, userAgent }: TimelineEntry): AccountActivity[] => {
    if (!isKnown(kind)) return [];
    const own = passkeys.find(({ id }) => id === passkey?.id);
    const isUse = kind === "registration.succeeded" || kind === "sign-in.succeeded";
    return [
      {
        kind,
        at,
        passkey: own?.label ?? passkey?.provider ?? null,
        browser: isFull && userAgent !== null ? browserAndSystem(userAgent) : null,
        reportable: isUse && own !== undefined && isReportable(ctx, session, own) ? own.id : null,
      },
    ];
  };
  return entries.flatMap(toActivity).slice(0, shown);
}
