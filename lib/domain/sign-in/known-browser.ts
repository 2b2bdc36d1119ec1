import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Service, TenancyContext } from "@/lib/domain/base/context";
import type { Visitor } from "@/lib/domain/sign-in/challenge/visitor-limits";
import { lifetimes, limits } from "@/lib/limits";

// A known browser has signed in a user who owns a mailbox. Its requests for codes to that mailbox
// count against a separate budget, so strangers cannot use up the owner's codes (contract §7). The
// cookie grants nothing else.

/**
 * The content of the sealed cookie. Mailboxes are keyed hashes, so a leaked secret alone reveals no
 * email.
 */
const KnownBrowser = z.object({
  tenancyId: z.string(),
  /** Random. Copies of one cookie share one budget. */
  browserId: z.string(),
  mailboxes: z.array(z.object({ mac: z.string(), expiresAt: z.int() })),
});
type KnownBrowser = z.infer<typeof KnownBrowser>;

const purpose = "known-browser";
const subject = ({ tenancy }: TenancyContext, normalizedEmail: string) =>
  `${tenancy.id} ${normalizedEmail}`;

/** Returns null if the cookie is missing, forged, another tenancy's or cannot be opened. */
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
 * Returns the id of a browser that is known for any mailbox of the tenancy. Its requests have a
 * separate budget.
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

/** Identifies who requests a code: a browser known for this mailbox, else the client's address. */
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
 * Makes the browser known for the mailbox of the user who has just signed in, for 180 days.
 * @param cookie the browser's earlier cookie; its other mailboxes stay known
 * @returns the cookie's new value; null if the user owns no email
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
      OR: [{ emailVerified: true }, { emailOwned: true }],
    },
    select: { emailNormalized: true },
  });
  if (owner === null || owner.emailNormalized === null) return null;
  const known = await openKnownBrowser(ctx, ctx.tenancy.id, cookie);
  const now = ctx.clock.now();
  const added = {
    mac: ctx.secrets.mac(purpose, subject(ctx, owner.emailNormalized)).toString("hex"),
    expiresAt: now + lifetimes.knownBrowserMs,
  };
  const others = (known?.mailboxes ?? []).filter(
    ({ mac, expiresAt }) => mac !== added.mac && expiresAt > now,
  );
  const browser: KnownBrowser = {
    tenancyId: ctx.tenancy.id,
    browserId: known?.browserId ?? randomBytes(16).toString("base64url"),
    mailboxes: [added, ...others].slice(0, limits.knownBrowserMailboxes),
  };
  return ctx.secrets.seal(purpose, JSON.stringify(browser));
}
