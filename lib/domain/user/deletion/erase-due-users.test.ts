import { expect, test } from "vitest";
import { openEmail } from "@/lib/domain/user/email/sealed-email";
import { createVictim } from "@/testing/planted-passkey";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { eraseDueUsers } from "./erase-due-users";
import { deletionLimits, requestDeletion } from "./request-deletion";
import { undoDeletion } from "./undo-deletion";

const run = provideService();
const week = 7 * 86_400_000;

const eraseAll = async () => {
  while ((await eraseDueUsers(run.current)) > 0);
};

const createTenancy = () => createTestTenancy(run.current, {}, { accountDeletion: "on" });

const request = ({ ctx }: TestTenancy, sub: string) =>
  requestDeletion({ ...ctx, actor: { kind: "browser" } }, { sub, isConfirmedAgain: false });

async function requested(tenancy: TestTenancy) {
  const { sub } = await createVictim(tenancy);
  await request(tenancy, sub);
  return sub;
}

const isErased = async ({ id }: TestTenancy, sub: string) =>
  (await run.current.db.user.count({ where: { tenancyId: id, sub } })) === 0;

test("erases a user after a week, and not before", async () => {
  const tenancy = await createTenancy();
  const sub = await requested(tenancy);
  run.current.clock.advance(week - 1);
  await eraseAll();
  expect(await isErased(tenancy, sub)).toBe(false);
  run.current.clock.advance(1);
  await eraseAll();
  expect(await isErased(tenancy, sub)).toBe(true);
  expect(
    await run.current.db.auditEvent.findMany({
      where: { tenancyId: tenancy.id, action: "user.erased" },
    }),
  ).toMatchObject([{ targetId: sub, actorKind: "system" }]);
  const rest = { where: { tenancyId: tenancy.id } };
  expect(await run.current.db.userDeletion.count(rest)).toBe(0);
  expect(
    await run.current.db.oneTimeToken.count({
      where: { tenancyId: tenancy.id, kind: "deletionUndo" },
    }),
  ).toBe(0);
});

test("waits while the tenancy is suspended", async () => {
  const tenancy = await createTenancy();
  const sub = await requested(tenancy);
  await tenancy.set({ suspendedAt: new Date(run.current.clock.now()) });
  run.current.clock.advance(week);
  await eraseAll();
  expect(await isErased(tenancy, sub)).toBe(false);
  await tenancy.set({ suspendedAt: null });
  await eraseAll();
  expect(await isErased(tenancy, sub)).toBe(true);
});

test("erases still after the tenancy switched the setting off", async () => {
  const tenancy = await createTenancy();
  const sub = await requested(tenancy);
  await tenancy.set({ accountDeletion: "off" });
  run.current.clock.advance(week);
  await eraseAll();
  expect(await isErased(tenancy, sub)).toBe(true);
});

test("erases a user of each tenancy in a round, however many another one has", async () => {
  const [busy, quiet] = [await createTenancy(), await createTenancy()];
  const count = deletionLimits.usersPerTenancy + 5;
  const now = new Date(run.current.clock.now());
  const dueAt = new Date(now.getTime() + week);
  const users = Array.from({ length: count }, () => ({
    tenancyId: busy.id,
    sub: run.current.createId(),
    selfService: false,
    disabledAt: now,
    createdAt: now,
    updatedAt: now,
  }));
  await run.current.db.user.createMany({ data: users });
  await run.current.db.userDeletion.createMany({
    data: users.map(({ sub }) => ({
      tenancyId: busy.id,
      sub,
      requestedAt: now,
      dueAt,
      disabledAt: now,
    })),
  });
  const sub = await requested(quiet);
  run.current.clock.advance(week);
  await eraseDueUsers(run.current);
  expect(await isErased(quiet, sub)).toBe(true);
  expect(await run.current.db.user.count({ where: { tenancyId: busy.id } })).toBe(5);
  await eraseAll();
  expect(await run.current.db.user.count({ where: { tenancyId: busy.id } })).toBe(0);
});

test("of several processes one erases, and an undo at the last moment wins or loses whole", async () => {
  const tenancy = await createTenancy();
  const sub = await requested(tenancy);
  const [email] = await run.current.db.outboxEmail.findMany({ where: { tenancyId: tenancy.id } });
  const opened = await openEmail(run.current, email?.sealed ?? "");
  const token = "link" in opened ? (new URL(opened.link).searchParams.get("token") ?? "") : "";
  // The link and the task take the time at slightly different moments.
  run.current.clock.advance(week - 1);
  const early = { ...tenancy.ctx, clock: { now: () => run.current.clock.now() - 1 } };
  run.current.clock.advance(1);
  const [undone] = await Promise.allSettled([
    undoDeletion(early, token),
    eraseDueUsers(run.current),
    eraseDueUsers(run.current),
    eraseDueUsers(run.current),
  ]);
  const user = await run.current.db.user.findUnique({
    where: { tenancyId_sub: { tenancyId: tenancy.id, sub } },
  });
  if (undone.status === "fulfilled") expect(user).toMatchObject({ disabledAt: null });
  else expect(user).toBeNull();
  const erasures = await run.current.db.auditEvent.count({
    where: { tenancyId: tenancy.id, action: "user.erased" },
  });
  expect(erasures).toBe(user === null ? 1 : 0);
});
