import { expect, test } from "vitest";
import { createVictim } from "@/testing/planted-passkey";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { own } from "@/testing/vault-rules";
import { accountContext, openTicket, sealTicket } from "./account-request";
import { findAccountSession } from "./account-session";
import { deleteAccount } from "./delete-account";
import { openAccountSession } from "./open-account-session";

const run = provideService();

const createTenancy = () => createTestTenancy(run.current, {}, { accountDeletion: "on" });

/** Opens a session that has used the passkey now. */
async function openSession(
  tenancy: TestTenancy,
  { sub, passkeyId }: { sub: string; passkeyId: string },
) {
  const ctx = { ...tenancy.ctx, actor: { kind: "browser" } as const };
  const ticket = await openTicket(ctx, await sealTicket(ctx, { locale: "en" }));
  const { cookie } = await openAccountSession(ctx, ctx.db, { sub, passkeyId });
  const session = await findAccountSession(ctx, cookie);
  if (session === null) throw new Error("the session was not opened");
  return { ctx: accountContext(ctx, "example.com", ticket), session };
}

const isErased = async ({ id }: TestTenancy, sub: string) =>
  (await run.current.db.user.count({ where: { tenancyId: id, sub } })) === 0;

/** A user who owns no mailbox, and the proof of a first request. */
async function asked(tenancy: TestTenancy) {
  const [user] = await own(tenancy, 1, { userId: "ada" });
  if (user === undefined) throw new Error("no user");
  const { id: tenancyId } = tenancy;
  await run.current.db.user.updateMany({ where: { tenancyId }, data: { emailOwned: false } });
  const opened = await openSession(tenancy, user);
  const refusal: unknown = await deleteAccount(opened.ctx, opened.session, {}).catch(
    (error: unknown) => error,
  );
  expect(refusal).toMatchObject({
    tag: "@error/ProofRequired",
    extra: { proofToken: expect.any(String) as string },
  });
  const { proofToken } = (refusal as { extra: { proofToken: string } }).extra;
  return { user, opened, proof: proofToken };
}

test("disables a user with a verified mailbox, and ends all sessions", async () => {
  const tenancy = await createTenancy();
  const owner = await createVictim(tenancy);
  const { ctx, session } = await openSession(tenancy, owner);
  await openSession(tenancy, owner);
  expect((await deleteAccount(ctx, session, {})).state).toBe("pending");
  expect(await run.current.db.accountSession.count({ where: { tenancyId: tenancy.id } })).toBe(0);
  await expect(deleteAccount(ctx, session, {})).rejects.toMatchObject({
    tag: "@error/InvalidToken",
  });
});

test("refuses a session by code, and one that ended meanwhile", async () => {
  const tenancy = await createTenancy();
  const owner = await createVictim(tenancy);
  const { ctx, session } = await openSession(tenancy, owner);
  await expect(deleteAccount(ctx, { ...session, passkeyId: null }, {})).rejects.toMatchObject({
    tag: "@error/Forbidden",
  });
  await run.current.db.accountSession.deleteMany({ where: { tenancyId: tenancy.id } });
  await expect(deleteAccount(ctx, session, {})).rejects.toMatchObject({
    tag: "@error/InvalidToken",
  });
  expect(await isErased(tenancy, owner.sub)).toBe(false);
});

test("without an owned mailbox, erases only after a second use of a passkey", async () => {
  const tenancy = await createTenancy();
  const { user, opened, proof } = await asked(tenancy);
  // The session that asked has not used its passkey since.
  await expect(deleteAccount(opened.ctx, opened.session, { proof })).rejects.toMatchObject({
    tag: "@error/ProofRequired",
  });
  expect(await isErased(tenancy, user.sub)).toBe(false);
  run.current.clock.advance(1_000);
  const again = await openSession(tenancy, user);
  await expect(deleteAccount(again.ctx, again.session, {})).rejects.toMatchObject({
    tag: "@error/ProofRequired",
  });
  await expect(deleteAccount(again.ctx, again.session, { proof: "forged" })).rejects.toMatchObject({
    tag: "@error/ProofRequired",
  });
  expect(await deleteAccount(again.ctx, again.session, { proof })).toEqual({ state: "erased" });
  expect(await isErased(tenancy, user.sub)).toBe(true);
});

test("a proof is of one user and tenancy, and expires", async () => {
  const tenancy = await createTenancy();
  const { user, proof } = await asked(tenancy);
  const [bob] = await own(tenancy, 1, { userId: "bob" });
  if (bob === undefined) throw new Error("no user");
  run.current.clock.advance(1_000);
  const { id: tenancyId } = tenancy;
  await run.current.db.user.updateMany({ where: { tenancyId }, data: { emailOwned: false } });
  const stranger = await openSession(tenancy, bob);
  await expect(deleteAccount(stranger.ctx, stranger.session, { proof })).rejects.toMatchObject({
    tag: "@error/ProofRequired",
  });
  run.current.clock.advance(5 * 60_000);
  const late = await openSession(tenancy, user);
  await expect(deleteAccount(late.ctx, late.session, { proof })).rejects.toMatchObject({
    tag: "@error/ProofRequired",
  });
});

test("of ten requests at once one succeeds", async () => {
  const tenancy = await createTenancy();
  const owner = await createVictim(tenancy);
  const { ctx, session } = await openSession(tenancy, owner);
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, () => deleteAccount(ctx, session, {})),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await run.current.db.userDeletion.count({ where: { tenancyId: tenancy.id } })).toBe(1);
});
