import type { TenancyContext } from "@/lib/domain/context";

export interface NamedUser {
  sub: string;
  email: string;
  name: string;
  userId: string | null;
}

/** Returns the emails and names of the users that still exist. */
export async function nameUsers(
  ctx: TenancyContext,
  subs: readonly string[],
): Promise<NamedUser[]> {
  const users = await ctx.db.user.findMany({
    where: { tenancyId: ctx.tenancy.id, sub: { in: [...subs] } },
    select: { sub: true, email: true, givenName: true, familyName: true, userId: true },
  });
  return users.map(({ givenName, familyName, ...user }) => ({
    ...user,
    name: `${givenName} ${familyName}`.trim(),
  }));
}
