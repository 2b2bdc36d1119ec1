import type { TenancyContext } from "@/lib/domain/base/context";
import { timeOfId } from "@/lib/domain/base/event-time";
import { findProviderNames } from "@/lib/domain/passkey/metadata/find-metadata";
import { shownPasskeyId } from "@/lib/domain/passkey/passkey-id";
import { nameOfUser } from "@/lib/domain/user/search/name-of-user";
import type { NamedUser, TimelineEntry, UnnamedEntry } from "./timeline-entry";

const distinct = (ids: (string | null | undefined)[]): string[] => [
  ...new Set(ids.filter((id) => id !== null && id !== undefined)),
];

async function findPasskeys(ctx: TenancyContext, ids: string[]) {
  const passkeys = await ctx.db.passkey.findMany({
    where: { tenancyId: ctx.tenancy.id, id: { in: ids } },
    select: { id: true, formerId: true, sub: true, aaguid: true },
  });
  const providerOf = await findProviderNames(
    ctx,
    passkeys.map(({ aaguid }) => aaguid),
  );
  return new Map(
    passkeys.map(({ sub, aaguid, ...ids }) => [
      ids.id,
      { shownId: shownPasskeyId(ids), sub, provider: providerOf(aaguid) },
    ]),
  );
}

/** Challenges that exist, with the provider of their latest email. */
async function findChallenges({ db, tenancy }: TenancyContext, ids: string[]) {
  const tenancyId = tenancy.id;
  const [challenges, emails] = await Promise.all([
    db.challenge.findMany({ where: { tenancyId, id: { in: ids } }, select: { id: true } }),
    db.outboxEmail.findMany({
      where: { tenancyId, challengeId: { in: ids } },
      select: { challengeId: true, provider: true },
      orderBy: { id: "asc" },
    }),
  ]);
  const providers = new Map(emails.map(({ challengeId, provider }) => [challengeId, provider]));
  return new Map(challenges.map(({ id }) => [id, providers.get(id) ?? null]));
}

/** Usernames of the newest passkeys, by their user's `sub`. */
async function findUsernames({ db, tenancy }: TenancyContext, subs: string[]) {
  if (subs.length === 0) return new Map<string, string>();
  const passkeys = await db.passkey.findMany({
    where: { tenancyId: tenancy.id, sub: { in: subs } },
    select: { sub: true, username: true },
    orderBy: { id: "asc" },
  });
  return new Map(passkeys.map(({ sub, username }) => [sub, username]));
}

/** Users by their `sub`, and by the email that they own. */
async function findUsers(ctx: TenancyContext, subs: string[], emails: string[]) {
  const { db, tenancy } = ctx;
  const owned = { OR: [{ emailVerified: true }, { emailOwned: true }] };
  const users = await db.user.findMany({
    where: {
      tenancyId: tenancy.id,
      OR: [{ sub: { in: subs } }, { emailNormalized: { in: emails }, ...owned }],
    },
    select: {
      sub: true,
      userId: true,
      email: true,
      emailNormalized: true,
      givenName: true,
      familyName: true,
      emailVerified: true,
      emailOwned: true,
    },
  });
  const withoutEmail = users.filter(({ email }) => email === "");
  const usernames = await findUsernames(
    ctx,
    withoutEmail.map(({ sub }) => sub),
  );
  const named = users.map(({ sub, userId, email, givenName, familyName, ...user }) => {
    const name = `${givenName} ${familyName}`.trim();
    const username = usernames.get(sub) ?? null;
    return { ...user, sub, name: nameOfUser({ sub, userId, email, name, username }) };
  });
  return {
    bySub: new Map(named.map(({ sub, name }) => [sub, { sub, name }])),
    byEmail: new Map<string | null, NamedUser>(
      named
        .filter(({ emailVerified, emailOwned }) => emailVerified || emailOwned)
        .map(({ emailNormalized, sub, name }) => [emailNormalized, { sub, name }]),
    ),
  };
}

/** Emails of operators and names of API keys, by id. */
async function findActors(
  { db, tenancy }: TenancyContext,
  entries: readonly UnnamedEntry[],
): Promise<Map<string, string>> {
  const idsOf = (kind: string) =>
    distinct(entries.map(({ actor }) => (actor?.kind === kind ? actor.id : null)));
  const [operators, keys] = await Promise.all([
    // Operators are users of the system tenancy, whichever tenancy they work in.
    db.user.findMany({
      where: { sub: { in: idsOf("operator") }, tenancy: { isSystem: true } },
      select: { sub: true, email: true },
    }),
    db.apiKey.findMany({
      where: { tenancyId: tenancy.id, id: { in: idsOf("apiKey") } },
      select: { id: true, name: true },
    }),
  ]);
  return new Map([
    ...operators.map(({ sub, email }) => [sub, email] as const),
    ...keys.map(({ id, name }) => [id, name] as const),
  ]);
}

/**
 * Looks up the names behind the ids of a page's entries. Six reads by key for the whole page, one of
 * the usernames of users without an email, and one of FIDO Metadata if a passkey needs it.
 */
export async function nameEntries(
  ctx: TenancyContext,
  entries: readonly UnnamedEntry[],
): Promise<TimelineEntry[]> {
  const [passkeys, challenges, users, actors] = await Promise.all([
    findPasskeys(ctx, distinct(entries.map(({ passkeyId }) => passkeyId))),
    findChallenges(ctx, distinct(entries.map(({ challengeId }) => challengeId))),
    findUsers(
      ctx,
      distinct(entries.map(({ sub }) => sub)),
      distinct(entries.map(({ email }) => email)),
    ),
    findActors(ctx, entries),
  ]);
  return entries.map(({ sub, passkeyId, challengeId, actor, ...entry }) => ({
    ...entry,
    at: timeOfId(entry.id),
    user: (sub === null ? users.byEmail.get(entry.email) : users.bySub.get(sub)) ?? null,
    passkey:
      passkeyId === null
        ? null
        : {
            id: passkeys.get(passkeyId)?.shownId ?? passkeyId,
            provider: passkeys.get(passkeyId)?.provider ?? null,
            exists: passkeys.has(passkeyId),
            isOthers: sub !== null && (passkeys.get(passkeyId)?.sub ?? sub) !== sub,
          },
    challenge:
      challengeId === null
        ? null
        : {
            id: challengeId,
            exists: challenges.has(challengeId),
            provider: challenges.get(challengeId) ?? null,
          },
    actor: actor && { ...actor, name: actors.get(actor.id ?? "") ?? null },
  }));
}
