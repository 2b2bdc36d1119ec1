import { expect, test } from "vitest";
import { noteEvent } from "@/lib/domain/record/timeline/note-event";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { own } from "@/testing/vault-rules";
import { readPasskeyShare, sharedEvents } from "./read-passkey-share";

const run = provideService();

const signInByCode = async ({ ctx }: TestTenancy, sub: string) => {
  noteEvent(ctx, "sign-in.by-code", { sub });
  await run.current.timeline.flush();
};

async function createUser({ id: tenancyId }: TestTenancy): Promise<string> {
  const now = new Date(run.current.clock.now());
  const { sub } = await run.current.db.user.create({
    data: {
      tenancyId,
      sub: run.current.createId(),
      selfService: false,
      createdAt: now,
      updatedAt: now,
    },
  });
  return sub;
}

test("counts active users, and those of them with an enabled passkey", async () => {
  const tenancy = await createTestTenancy(run.current);
  await own(tenancy, 2, { userId: "ada" });
  const [bob] = await own(tenancy, 1, { userId: "bob" });
  await run.current.timeline.flush();
  await run.current.db.passkey.updateMany({
    where: { tenancyId: tenancy.id, sub: bob?.sub ?? "" },
    data: { disabledAt: new Date(run.current.clock.now()) },
  });
  await signInByCode(tenancy, await createUser(tenancy));
  await createUser(tenancy);
  expect(await readPasskeyShare(tenancy.ctx, {})).toEqual({
    users: 3,
    withPasskey: 1,
    isComplete: true,
  });
});

test("counts the users of the period and the tenancy only", async () => {
  const tenancy = await createTestTenancy(run.current);
  const other = await createTestTenancy(run.current);
  await own(tenancy, 1, { userId: "ada" });
  await own(other, 1, { userId: "ada" });
  await run.current.timeline.flush();
  run.current.clock.advance(3_600_000);
  const fromMs = run.current.clock.now();
  expect(await readPasskeyShare(tenancy.ctx, { fromMs })).toMatchObject({ users: 0 });
  await signInByCode(tenancy, await createUser(tenancy));
  expect(await readPasskeyShare(tenancy.ctx, { fromMs })).toEqual({
    users: 1,
    withPasskey: 0,
    isComplete: true,
  });
});

test("reads a bounded number of events, and says so", async () => {
  const tenancy = await createTestTenancy(run.current);
  await run.current.db.$executeRaw`
    INSERT INTO "User" ("tenancyId", "sub", "selfService", "createdAt", "updatedAt")
    SELECT ${tenancy.id}, 'sub-' || n, false, now(), now() FROM generate_series(1, 50) n`;
  await run.current.db.$executeRaw`
    INSERT INTO "TimelineEvent" ("tenancyId", "id", "kind", "sub", "createdAt")
    SELECT ${tenancy.id}, lpad(n::text, 26, '0'), 'sign-in.succeeded', 'sub-' || 1 + n % 50, now()
    FROM generate_series(1, ${sharedEvents + 1}::int) n`;
  expect(await readPasskeyShare(tenancy.ctx, {})).toEqual({
    users: 50,
    withPasskey: 0,
    isComplete: false,
  });
});
