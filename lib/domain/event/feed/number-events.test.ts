import { expect, test } from "vitest";
import { deletePasskeys } from "@/lib/domain/passkey/delete-passkeys";
import { updatePasskey } from "@/lib/domain/passkey/update-passkey";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { sealAndCount } from "@/lib/domain/record/counter/seal-and-count";
import { setUserDisabled } from "@/lib/domain/user/set-user-disabled";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { authenticate, register } from "@/testing/ceremonies";
import { feedOf, sealAndNumber } from "@/testing/feed";
import { withOtherInstance } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";
import { numberEvents } from "./number-events";
import { verifyFeeds } from "./verify-feeds";

const run = provideService();
const newDevice = () => createSoftwareAuthenticator({ origin: testOrigin });

const record = async (tenancy: TestTenancy, count = 1) => {
  const event = { action: "user.updated", target: { kind: "user", id: "unknown" } } as const;
  await recordAudit(tenancy.ctx, run.current.db, ...Array.from({ length: count }, () => event));
};

const numbersUpTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const numbersOf = async (tenancy: TestTenancy) =>
  (await feedOf(tenancy)).map(({ number }) => number);

test("numbers are counted by tenancy, from 1 without gaps, over many seals and instances", async () => {
  const [one, two] = [await createTestTenancy(run.current), await createTestTenancy(run.current)];
  await sealAndNumber(run.current);
  const [before, others] = [(await numbersOf(one)).length, (await numbersOf(two)).length];
  await withOtherInstance(async (other) => {
    const writing = Array.from({ length: 30 }, () =>
      Promise.all([record(one, 3), record(two), sealAndCount(other), numberEvents(other)]),
    );
    const numbering = Array.from({ length: 30 }, () => sealAndNumber(run.current));
    await Promise.all([...writing, ...numbering]);
  });
  await sealAndNumber(run.current);
  expect(await numbersOf(one)).toEqual(numbersUpTo(before + 90));
  expect(await numbersOf(two)).toEqual(numbersUpTo(others + 30));
  expect(await verifyFeeds(run.current)).toBeNull();
});

test("no number appears below one that was readable", async () => {
  const tenancy = await createTestTenancy(run.current);
  await sealAndNumber(run.current);
  let commit = () => {};
  let late: Promise<unknown> = Promise.resolve();
  await new Promise<void>((written) => {
    late = run.current.db.$transaction(async (tx) => {
      await recordAudit(tenancy.ctx, tx, {
        action: "user.disabled",
        target: { kind: "user", id: "late" },
      });
      const gate = new Promise<void>((open) => (commit = open));
      written();
      await gate;
    });
  });
  await record(tenancy);
  await sealAndNumber(run.current);
  const readable = await feedOf(tenancy);
  commit();
  await late;
  await sealAndNumber(run.current);
  const feed = await feedOf(tenancy);
  expect(feed.slice(0, readable.length)).toEqual(readable);
  expect(feed.slice(readable.length).map(({ type }) => type)).toEqual(["user.disabled"]);
});

test("seals of the previous release are numbered", async () => {
  const tenancy = await createTestTenancy(run.current);
  await sealAndNumber(run.current);
  const before = await numbersOf(tenancy);
  for (let seal = 0; seal < 12; seal++) {
    await record(tenancy);
    await sealAndCount(run.current);
  }
  expect(await numbersOf(tenancy)).toEqual(before);
  await numberEvents(run.current);
  expect(await numbersOf(tenancy)).toEqual(numbersUpTo(before.length + 12));
});

test("events from before the upgrade have no number", async () => {
  const tenancy = await createTestTenancy(run.current);
  await sealAndNumber(run.current);
  const before = await numbersOf(tenancy);
  await run.current.db.$executeRaw`
    INSERT INTO "AuditEvent" (
      "tenancyId", "id", "action", "actorKind", "targetKind", "targetId", "createdAt", "sequence")
    VALUES (${tenancy.id}, 'old', 'user.updated', 'system', 'user', 'u', now(), NULL)`;
  await record(tenancy);
  await sealAndNumber(run.current);
  expect(await numbersOf(tenancy)).toEqual(numbersUpTo(before.length + 1));
  expect(await verifyFeeds(run.current)).toBeNull();
});

test("events about one user have the order of their commits", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { principal } = await register(tenancy, newDevice());
  const numbering = new AbortController();
  const numberAllTheTime = async (service: typeof run.current) => {
    while (!numbering.signal.aborted) await sealAndNumber(service);
  };
  await withOtherInstance(async (other) => {
    const tasks = [numberAllTheTime(run.current), numberAllTheTime(other)];
    const otherCtx = { ...tenancy.ctx, db: other.db, clock: other.clock };
    // The clock of the other instance is behind: the order isn't that of times.
    other.clock.advance(-60_000);
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        setUserDisabled(index % 2 === 0 ? tenancy.ctx : otherCtx, principal.sub, index % 3 !== 0),
      ),
    );
    numbering.abort();
    await Promise.all(tasks);
  });
  await sealAndNumber(run.current);
  const changes = (await feedOf(tenancy))
    .map(({ type }) => type)
    .filter((type) => type === "user.disabled" || type === "user.enabled");
  expect(changes.length).toBeGreaterThan(1);
  // A user who is disabled can only be enabled next: the feed has no other order.
  expect(changes).toEqual(
    changes.map((_, index) => (index % 2 === 0 ? "user.disabled" : "user.enabled")),
  );
  const user = await run.current.db.user.findFirstOrThrow({ where: { sub: principal.sub } });
  expect(changes.at(-1)).toBe(user.disabledAt === null ? "user.enabled" : "user.disabled");
});

test("an event names its user, also of a passkey that was moved or deleted since", async () => {
  const tenancy = await createTestTenancy(run.current);
  const phone = newDevice();
  const { principal: ada } = await register(tenancy, phone, { userId: "ada" });
  const { principal: bob } = await register(tenancy, newDevice(), { userId: "bob" });
  const passkeyId = ada.authenticatorId;
  run.current.clock.advance(1);
  await authenticate(tenancy, phone);
  run.current.clock.advance(1);
  await updatePasskey(tenancy.ctx, passkeyId, { userId: "bob" });
  run.current.clock.advance(1);
  await deletePasskeys(tenancy.ctx, run.current.db, { passkeyIds: [passkeyId] });
  await sealAndNumber(run.current);
  const events = (await feedOf(tenancy)).filter((event) => event.passkeyId === passkeyId);
  expect(events.map(({ type, sub, userId }) => [type, sub, userId])).toEqual([
    ["passkey.registered", ada.sub, "ada"],
    ["passkey.authenticated", ada.sub, "ada"],
    ["passkey.moved", bob.sub, "bob"],
    ["passkey.deleted", bob.sub, "bob"],
  ]);
  expect(events[2]?.detail).toEqual({ fromSub: ada.sub });
});

test("a code's event names the user whom the code is for", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { principal } = await register(tenancy, newDevice(), { userId: "ada" });
  await tenancy.backend("POST", "challenges", {
    purpose: "login",
    email: "ada@example.com",
    userId: "ada",
  });
  await sealAndNumber(run.current);
  const created = (await feedOf(tenancy)).find(({ type }) => type === "challenge.created");
  expect(created).toMatchObject({
    sub: principal.sub,
    userId: "ada",
    challengeId: created?.target.id,
  });
});
