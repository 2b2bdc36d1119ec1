import { z } from "zod";
import { lifetimes, limits } from "@/lib/limits";
import type { Visitor } from "@/lib/domain/challenge/visitor-limits";
import type { Service, TenancyContext } from "@/lib/domain/context";

// A known browser is one that has signed in to a user who owns a mailbox. Requesting codes for that
// mailbox, it has a budget of its own, so strangers cannot use up its owner's codes (contract §7).
// The cookie grants nothing else.

/**
 * What the cookie seals. The mailboxes are keyed hashes, so that a stolen secret alone names
 * nobody.
 */
const KnownBrowser = z.object({
  tenancyId: z.string(),
  /** Random: copies of one cookie share one budget. */
  browserId: z.string(),
  mailboxes: z.array(z.object({ mac: z.string(), expiresAt: z.int() })),
});
type KnownBrowser = z.infer<typeof KnownBrowser>;

const purpose = "known-browser";
const subject = ({ tenancy }: TenancyContext, normalizedEmail: string) =>
  `${tenancy.id} ${normalizedEmail}`;

/**
 * Null for a cookie that is missing, forged, of another tenancy, or sealed under an older secret.
 */
async function openKnownBrowser(
  { secrets }: Pick<Service, "secrets">,
  tenancyId: string,
  cookie: string | undefined,
): Promise<KnownBrowser | null> {
  if (cookie === undefined || cookie === "") return null;
  const opened = await secrets.open(purpose, cookie).catch(() => null);
  const browser = opened === null ? null : KnownBrowser.safeParse(JSON.parse(opened)).data;
  return browser?.tenancyId === tenancyId ? browser : null;
}

/**
 * The id of a browser that some mailbox of the tenancy knows, whose requests strangers must not use
 * up either.
 */
export async function findBrowserId(
  service: Pick<Service, "secrets" | "clock">,
  tenancyId: string,
  cookie: string | undefined,
): Promise<string | undefined> {
  const browser = await openKnownBrowser(service, tenancyId, cookie);
  return browser?.mailboxes.some(({ expiresAt }) => expiresAt > service.clock.now()) === true
    ? browser.browserId
    : undefined;
}

/** Who requests a code for a mailbox: a browser that it knows, or anybody at this address. */
export async function findVisitor(
  ctx: TenancyContext,
  normalizedEmail: string,
  cookie: string | undefined,
): Promise<Visitor> {
  const browser = await openKnownBrowser(ctx, ctx.tenancy.id, cookie);
  const macs = new Set(
    ctx.secrets.macs(purpose, subject(ctx, normalizedEmail)).map((mac) => mac.toString("hex")),
  );
  const isKnown =
    browser?.mailboxes.some(
      ({ mac, expiresAt }) => macs.has(mac) && expiresAt > ctx.clock.now(),
    ) === true;
  return { address: ctx.client.address, ...(isKnown ? { browserId: browser.browserId } : {}) };
}

/**
 * Makes the browser known to the mailbox of the user who has just signed in on it, for 180 days.
 * @param cookie the browser's earlier cookie, whose other mailboxes stay
 * @returns the cookie's new value; null for a user who owns no email, whatever they claim
 */
export async function rememberBrowser(
  ctx: TenancyContext,
  sub: string,
  cookie: string | undefined,
): Promise<string | null> {
  const owner = await ctx.db.user.findFirst({
    where: {
      tenancyId: ctx.tenancy.id,
      sub,
      emailNormalized: { not: null },
      OR: [{ emailVerified: true }, { emailVouched: true }],
    },
    select: { emailNormalized: true },
  });
  if (owner === null || owner.emailNormalized === null) return null;
  const known = await openKnownBrowser(ctx, ctx.tenancy.id, cookie);
  const now = ctx.clock.now();
  const added = {
    mac: ctx.secrets.macInHex(purpose, subject(ctx, owner.emailNormalized)),
    expiresAt: now + lifetimes.knownBrowserMs,
  };
  const others = (known?.mailboxes ?? []).filter(
    ({ mac, expiresAt }) => mac !== added.mac && expiresAt > now,
  );
  const browser: KnownBrowser = {
    tenancyId: ctx.tenancy.id,
    browserId: known?.browserId ?? ctx.randomBytes(16).toString("base64url"),
    mailboxes: [added, ...others].slice(0, limits.knownBrowserMailboxes),
  };
  return ctx.secrets.seal(purpose, JSON.stringify(browser));
}
