import type { TenancyContext } from "@/lib/domain/context";

const shownChallenges = 20;

export type ChallengeState = "pending" | "verified" | "expired" | "exhausted" | "deleted";

/** A user in the console. Times in ms. */
export interface UserProfile {
  sub: string;
  userId: string | null;
  email: string;
  emailVerified: boolean;
  /** An API key or an operator set the email. */
  emailVouched: boolean;
  givenName: string;
  familyName: string;
  selfService: boolean;
  disabledAt: number | null;
  createdAt: number;
  updatedAt: number;
  /** The latest challenges to this mailbox or for this user. */
  challenges: {
    id: string;
    purpose: string;
    email: string;
    state: ChallengeState;
    createdAt: number;
  }[];
}

interface ChallengeFacts {
  verifiedAt: Date | null;
  deletedAt: Date | null;
  expiresAt: Date;
  attemptsLeft: number;
}

function stateOf(
  { verifiedAt, deletedAt, expiresAt, attemptsLeft }: ChallengeFacts,
  nowMs: number,
): ChallengeState {
  if (verifiedAt !== null) return "verified";
  if (deletedAt !== null) return "deleted";
  if (attemptsLeft <= 0) return "exhausted";
  return expiresAt.getTime() <= nowMs ? "expired" : "pending";
}

/** Both lookups use an index, and challenges live for a day. */
async function challengesOf(
  { db, tenancy, clock }: TenancyContext,
  {
    emailNormalized,
    userId,
    sub,
  }: { emailNormalized: string | null; userId: string | null; sub: string },
) {
  const find = (where: { emailNormalized: string } | { userId: string }) =>
    db.challenge.findMany({
      where: { tenancyId: tenancy.id, ...where },
      orderBy: { id: "desc" },
      take: shownChallenges,
    });
  const found = await Promise.all([
    find({ userId: userId ?? sub }),
    ...(emailNormalized === null ? [] : [find({ emailNormalized })]),
  ]);
  const byId = new Map(found.flat().map((challenge) => [challenge.id, challenge]));
  return [...byId.values()]
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, shownChallenges)
    .map((challenge) => ({
      id: challenge.id,
      purpose: challenge.purpose,
      email: challenge.email,
      state: stateOf(challenge, clock.now()),
      createdAt: challenge.createdAt.getTime(),
    }));
}

/** Finds a user with their latest challenges. */
export async function findUserProfile(
  ctx: TenancyContext,
  sub: string,
): Promise<UserProfile | null> {
  const user = await ctx.db.user.findUnique({
    where: { tenancyId_sub: { tenancyId: ctx.tenancy.id, sub } },
  });
  if (user === null) return null;
  const { userId, email, emailVerified, emailVouched, givenName, familyName, selfService } = user;
  return {
    ...{ sub, userId, email, emailVerified, emailVouched, givenName, familyName, selfService },
    disabledAt: user.disabledAt?.getTime() ?? null,
    createdAt: user.createdAt.getTime(),
    updatedAt: user.updatedAt.getTime(),
    challenges: await challengesOf(ctx, user),
  };
}
