import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getConfig } from "@/lib/config";
import { finishLink } from "@/lib/domain/admin/operator/session/follow-link";
import { systemContext } from "@/lib/domain/admin/operator/system-tenancy";
import { lockIdentities } from "@/lib/domain/user/lock-user";
import { ServiceError } from "@/lib/errors";
import { limits } from "@/lib/limits";
import type { DatabaseConnection } from "@/lib/platform/database";
import type { ApiReply } from "@/testing/api-client";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { beginRegistration, finishRegistration, register } from "@/testing/ceremonies";
import { createChallenge } from "@/testing/challenge-rules";
import { connectTestDatabase } from "@/testing/connect-test-database";
import { sampleLine } from "@/testing/import-lines";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin } from "@/testing/test-tenancy";
import { sendImport } from "@/testing/vault-files";

const run = provideService();

/** Another process on the same database, with connections of its own. */
let other: DatabaseConnection;
beforeAll(() => {
  other = connectTestDatabase(getConfig().databaseUrl);
});
afterAll(() => other.close());

type Tx = Parameters<Parameters<DatabaseConnection["db"]["$transaction"]>[0]>[0];

/** Runs `work` while another process has what `lock` takes. */
async function whileLocked<T>(
  lock: (tx: Tx) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  return other.db.$transaction(async (tx) => {
    await lock(tx);
    return work();
  });
}

/** As another process takes an advisory lock. */
const lockKey = (key: string) => (tx: Tx) =>
  tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`;

/** More than there are connections. */
const many = 2 * limits.databaseConnections;

/**
 * Sends calls of one tenancy that need what another process has locked, then calls of a second
 * tenancy, which have to be answered while it is still locked.
 * @returns the replies of the first tenancy, once the lock is free
 */
async function expectOthersAnswered<T>(
  lock: (tx: Tx) => Promise<unknown>,
  flood: () => Promise<T>[],
): Promise<T[]> {
  const neighbour = await createTestTenancy(run.current);
  const flooded = await whileLocked(lock, async () => {
    const pending = flood();
    const neighbours: number[] = [];
    for (let call = 0; call < 20; call++)
      neighbours.push((await createChallenge(neighbour)).status);
    expect(neighbours).toEqual(neighbours.map(() => 201));
    expect((await sendImport(neighbour, [sampleLine({ user: { userId: "bob" } })])).status).toBe(
      200,
    );
    return pending;
  });
  return Promise.all(flooded);
}

const times = <T>(work: (index: number) => Promise<T>) =>
  Array.from({ length: many }, (_, index) => work(index));
const statuses = (replies: ApiReply[]) => [...new Set(replies.map(({ status }) => status))];

describe("a tenancy whose requests wait for a lock does not block others", () => {
  test("creating challenges that invalidate one user's others", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { challengesPerHourCeiling: 10_000 });
    const replies = await expectOthersAnswered(
      lockKey(`challenge ${tenancy.id} login user ada`),
      () => times(() => createChallenge(tenancy, { userId: "ada", invalidateOthers: true })),
    );
    expect(statuses(replies)).toEqual([201]);
    const pending = await run.current.db.challenge.count({
      where: { tenancyId: tenancy.id, deletedAt: null },
    });
    expect(pending).toBe(1);
  });

  test("registering passkeys of one user", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { passkeysPerUser: 100 });
    const begun = await Promise.all(times(() => beginRegistration(tenancy, { userId: "ada" })));
    const lock = (tx: Tx) => lockIdentities(tenancy.ctx, tx, { userId: "ada" });
    const replies = await expectOthersAnswered(lock, () =>
      begun.map((each) =>
        finishRegistration(tenancy, createSoftwareAuthenticator({ origin: testOrigin }), each),
      ),
    );
    expect(statuses(replies)).toEqual([200]);
    expect(await run.current.db.user.count({ where: { tenancyId: tenancy.id } })).toBe(1);
  });

  test("giving one application's id to the users of codes", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { passkeysPerUser: 100 });
    const registered = await Promise.all(
      times(() =>
        register(tenancy, createSoftwareAuthenticator({ origin: testOrigin }), { userId: "ada" }),
      ),
    );
    const lock = (tx: Tx) => lockIdentities(tenancy.ctx, tx, { userId: "bob" });
    const replies = await expectOthersAnswered(lock, () =>
      registered.map(({ code }) => tenancy.backend("POST", `principal/${code}`, { userId: "bob" })),
    );
    expect(statuses(replies)).toEqual([200]);
  });

  test("following links to the console", async () => {
    const ctx = await systemContext(run.current, { requestId: "test", client: {} });
    const follow = () =>
      finishLink(ctx, "no link", "no code").catch((error: unknown) =>
        error instanceof ServiceError ? error.tag : error,
      );
    const replies = await expectOthersAnswered(lockKey("operators"), () => times(follow));
    expect([...new Set(replies)]).toEqual(["@error/InvalidToken"]);
  });

  test("importing", async () => {
    const tenancy = await createTestTenancy(run.current);
    const replies = await expectOthersAnswered(lockKey(`${tenancy.id} import`), () =>
      times((index) => sendImport(tenancy, [sampleLine({ user: { userId: `user-${index}` } })])),
    );
    expect(statuses(replies)).toEqual([200]);
    expect(await run.current.db.passkey.count({ where: { tenancyId: tenancy.id } })).toBe(many);
  });
});

test("a tenancy whose statements wait for a row uses only its share of connections", async () => {
  const tenancy = await createTestTenancy(run.current);
  const now = new Date(run.current.clock.now());
  const [user] = await run.current.db.user.createManyAndReturn({
    data: [
      {
        tenancyId: tenancy.id,
        sub: run.current.createId(),
        selfService: false,
        createdAt: now,
        updatedAt: now,
      },
    ],
  });
  const lock = (tx: Tx) =>
    tx.$queryRaw`SELECT 1 FROM "User" WHERE "tenancyId" = ${tenancy.id} AND "sub" = ${user?.sub} FOR UPDATE`;
  const replies = await expectOthersAnswered(lock, () =>
    times((index) => tenancy.backend("PATCH", `user/${user?.sub}`, { givenName: `Ada ${index}` })),
  );
  expect(statuses(replies)).toEqual([200]);
});
