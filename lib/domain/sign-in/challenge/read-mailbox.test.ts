import { expect, test } from "vitest";
import { eraseUser } from "@/lib/domain/user/erase-user";
import { challengeOf, createChallenge, newMailbox } from "@/testing/challenge-rules";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { own } from "@/testing/vault-rules";
import { readMailbox } from "./read-mailbox";

const run = provideService();

test("a mailbox without a challenge shows its refused requests and that no user has it", async () => {
  const tenancy = await createTestTenancy(run.current, {}, { challengesPerTenMinutes: 1 });
  const email = newMailbox();
  await challengeOf(tenancy, { email });
  await run.current.db.challenge.deleteMany({ where: { tenancyId: tenancy.id } });
  for (let request = 0; request < 3; request++)
    expect((await createChallenge(tenancy, { email })).status).toBe(429);
  await run.current.timeline.flush();
  const { user, refused, limits } = await readMailbox(tenancy.ctx, email);
  expect(user).toBeNull();
  expect(limits.backend.requestsLeftInTenMinutes).toBe(0);
  expect(refused.reduce((sum, { count }) => sum + count, 0)).toBe(3);
  expect(refused[0]).toMatchObject({ addressPrefix: null });
  const other = await createTestTenancy(run.current);
  expect(await readMailbox(other.ctx, email)).toMatchObject({ user: null, refused: [] });
});

test("names the owner of the email, before a user who only claims it", async () => {
  const tenancy = await createTestTenancy(run.current);
  const owned = newMailbox();
  const claimed = newMailbox();
  await own(tenancy, 1, { userId: "owner", email: owned });
  const { sub } = await run.current.db.user.findFirstOrThrow({ where: { tenancyId: tenancy.id } });
  expect((await readMailbox(tenancy.ctx, owned)).user).toEqual({ sub, name: "", isOwner: true });
  await run.current.db.user.updateMany({
    where: { tenancyId: tenancy.id },
    data: {
      email: claimed,
      emailNormalized: claimed,
      emailVerified: false,
      emailOwned: false,
      familyName: "Hopper",
    },
  });
  expect((await readMailbox(tenancy.ctx, claimed)).user).toEqual({
    sub,
    name: "Hopper",
    isOwner: false,
  });
});

test("suggests users for an address that may be mistyped, and none for a user's own", async () => {
  const tenancy = await createTestTenancy(run.current);
  await own(tenancy, 1, { userId: "barbara", email: "barbara.liskov@fabrikam.example" });
  const suggestedFor = async (text: string) => (await readMailbox(tenancy.ctx, text)).similarEmails;
  expect(await suggestedFor("barbara.liskov@fabrikan.example")).toEqual([
    "barbara.liskov@fabrikam.example",
  ]);
  expect(await suggestedFor("barbara.liskov@fabrikam.example")).toEqual([]);
});

test("says that an address without a user may be an erased user's", async () => {
  const tenancy = await createTestTenancy(run.current);
  const email = newMailbox();
  const [owned] = await own(tenancy, 1, { userId: "erased", email });
  const mayBeErased = async (text: string) => (await readMailbox(tenancy.ctx, text)).mayBeErased;
  expect(await mayBeErased(newMailbox())).toBe(false);
  await eraseUser(tenancy.ctx, owned?.sub ?? "");
  expect(await mayBeErased(email)).toBe(true);
  await own(tenancy, 1, { userId: "successor", email });
  expect(await mayBeErased(email)).toBe(false);
});
