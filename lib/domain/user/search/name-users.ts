import type { TenancyContext } from "@/lib/domain/base/context";

/** A user with what support has to know first. */
export interface NamedUser {
  sub: string;
  email: string;
  emailVerified: boolean;
  name: string;
  /** Of the newest passkey. */
  username: string | null;
  userId: string | null;
  isDisabled: boolean;
  passkeys: number;
  disabledPasskeys: number;
  /** Enabled passkeys that can't sign in yet. */
  quarantinedPasskeys: number;
}

/** Returns the emails, names and states of the users that still exist, in the order of `subs`. */
export async function nameUsers(
  { db, tenancy, clock }: TenancyContext,
  subs: readonly string[],
): Promise<NamedUser[]> {
  const users = await db.user.findMany({
    where: { tenancyId: tenancy.id, sub: { in: [...subs] } },
    select: {
      sub: true,
      email: true,
      emailVerified: true,
      givenName: true,
      familyName: true,
      userId: true,
      disabledAt: true,
      passkeys: {
        select: { username: true, disabledAt: true, quarantinedUntil: true },
        orderBy: { id: "desc" },
      },
    },
  });
  const now = clock.now();
  const named = users.map(({ givenName, familyName, disabledAt, passkeys, ...user }) => {
    const enabled = passkeys.filter((passkey) => passkey.disabledAt === null);
    return {
      ...user,
      name: `${givenName} ${familyName}`.trim(),
      username: passkeys[0]?.username ?? null,
      isDisabled: disabledAt !== null,
      passkeys: passkeys.length,
      disabledPasskeys: passkeys.length - enabled.length,
      quarantinedPasskeys: enabled.filter(
        ({ quarantinedUntil }) => quarantinedUntil !== null && quarantinedUntil.getTime() > now,
      ).length,
    };
  });
  return named.toSorted((a, b) => subs.indexOf(a.sub) - subs.indexOf(b.sub));
}
