import { describe, expect, test } from "vitest";
import { limits } from "@/lib/limits";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { beginAuthentication, finishAuthentication, register } from "@/testing/ceremonies";
import { interceptQueries } from "@/testing/intercept-queries";
import { withBroken } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { statementsOf } from "@/testing/statements-of";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const device = () => createSoftwareAuthenticator({ origin: testOrigin });

/** Registers users, each with a device of their own. */
const registerUsers = (tenancy: TestTenancy, count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const own = device();
      const { principal } = await register(tenancy, own, { userId: `user-${index}` });
      return { device: own, passkeyId: principal.authenticatorId };
    }),
  );

describe("concurrent sign-ins", () => {
  test("share four kinds of statements, and each gets its own code and principal", async () => {
    const tenancy = await createTestTenancy(run.current);
    const users = await registerUsers(tenancy, 30);
    await tenancy.backend("GET", "principal/unknown");
    let replies: unknown[] = [];
    const statements = await statementsOf(run.current, async () => {
      replies = await Promise.all(
        users.map(async ({ device }) => {
          const begun = await beginAuthentication(tenancy);
          const { body } = await finishAuthentication(tenancy, device, begun);
          return (await tenancy.backend("GET", `principal/${String(body["code"])}`)).body;
        }),
      );
    });
    expect(replies).toMatchObject(
      users.map(({ passkeyId }, index) => ({
        authenticatorId: passkeyId,
        userId: `user-${index}`,
      })),
    );
    expect(new Set(statements).size).toBe(4);
    expect(statements.length).toBeLessThan(users.length);
  });

  test("with two sessions of one passkey both succeed", async () => {
    const tenancy = await createTestTenancy(run.current);
    const phone = device();
    const { principal } = await register(tenancy, phone);
    const begun = [await beginAuthentication(tenancy), await beginAuthentication(tenancy)];
    const replies = await Promise.all(
      begun.map((each) => finishAuthentication(tenancy, phone, each)),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(
      await run.current.db.auditEvent.count({
        where: {
          tenancyId: tenancy.id,
          action: "passkey.authenticated",
          targetId: principal.authenticatorId,
        },
      }),
    ).toBe(2);
  });

  test("fail alone: 49 succeed beside a wrong signature, an invalid token and a disabled user", async () => {
    const tenancy = await createTestTenancy(run.current);
    const users = await registerUsers(tenancy, 52);
    await run.current.db.user.updateMany({
      where: { tenancyId: tenancy.id, userId: "user-2" },
      data: { disabledAt: new Date(run.current.clock.now()) },
    });
    const begun = await Promise.all(users.map(() => beginAuthentication(tenancy)));
    const replies = await Promise.all(
      users.map(({ device }, index) => {
        const own = begun[index] as (typeof begun)[number];
        if (index === 0)
          return finishAuthentication(tenancy, device, own, { signature: "other-key" });
        const sessionToken = index === 1 ? "x".repeat(43) : own.sessionToken;
        return finishAuthentication(tenancy, device, { ...own, sessionToken });
      }),
    );
    expect(replies.slice(0, 3).map(({ body }) => body._tag)).toEqual([
      "@error/VerificationFailed",
      "@error/InvalidToken",
      "@error/PasskeyDisabled",
    ]);
    expect(replies.slice(3).every(({ status }) => status === 200)).toBe(true);
  });

  test("of two tenancies never share a statement", async () => {
    const tenancies = [await createTestTenancy(run.current), await createTestTenancy(run.current)];
    const values: string[] = [];
    const db = interceptQueries(run.current.db, (statement, send) => {
      values.push(JSON.stringify(statement.values));
      return send();
    });
    await withBroken({ db }, () =>
      Promise.all(
        Array.from({ length: 10 }, () =>
          Promise.all(tenancies.map((tenancy) => beginAuthentication(tenancy))),
        ),
      ),
    );
    const [one, two] = tenancies.map(({ id }) => values.filter((all) => all.includes(id)));
    expect(one?.length).toBeGreaterThan(0);
    expect(two?.length).toBeGreaterThan(0);
    expect(one?.filter((all) => two?.includes(all))).toEqual([]);
  });

  test("are never retried after a broken connection", async () => {
    const tenancy = await createTestTenancy(run.current);
    const users = await registerUsers(tenancy, 5);
    const begun = await Promise.all(users.map(() => beginAuthentication(tenancy)));
    const sent: string[] = [];
    const broken = interceptQueries(run.current.db, async ({ sql }, send) => {
      sent.push(sql);
      await send();
      throw Object.assign(new Error("cut off"), { code: "ECONNRESET" });
    });
    const finish = () =>
      Promise.all(
        users.map(({ device }, index) =>
          finishAuthentication(tenancy, device, begun[index] as (typeof begun)[number]),
        ),
      );
    const replies = await withBroken({ db: broken }, finish);
    expect(replies.map(({ status }) => status)).toEqual(users.map(() => 503));
    expect(sent.length).toBeLessThanOrEqual(users.length);
    // The statement had run, so the sessions are used up.
    expect((await finish()).map(({ body }) => body._tag)).toEqual(
      users.map(() => "@error/InvalidToken"),
    );
  });
});

test("100 copies of one session token in one tick give one sign-in", async () => {
  const tenancy = await createTestTenancy(run.current);
  const phone = device();
  await register(tenancy, phone);
  const begun = await beginAuthentication(tenancy);
  const replies = await Promise.all(
    Array.from({ length: 100 }, () => finishAuthentication(tenancy, phone, begun)),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(replies.filter(({ body }) => body._tag === "@error/InvalidToken")).toHaveLength(99);
});

test("more sign-ins than a batch holds all succeed", async () => {
  const tenancy = await createTestTenancy(run.current);
  const count = limits.coalesce.maxBatchSize + 10;
  const begun = await Promise.all(
    Array.from({ length: count }, () => beginAuthentication(tenancy)),
  );
  expect(new Set(begun.map(({ sessionToken }) => sessionToken)).size).toBe(count);
});

test("only the statements that issue and consume sessions commit without a flush", async () => {
  const tenancy = await createTestTenancy(run.current);
  const phone = device();
  await register(tenancy, phone);
  await tenancy.backend("GET", "principal/unknown");
  const statements = await statementsOf(run.current, async () => {
    const { body } = await finishAuthentication(tenancy, phone, await beginAuthentication(tenancy));
    await tenancy.backend("GET", `principal/${String(body["code"])}`);
    const email = { purpose: "login", email: "ada@example.com" };
    const created = (await tenancy.backend("POST", "challenges", email)).body["challenge"];
    await tenancy.backend("POST", "challenges/verify", created);
  });
  const unflushed = statements.map((text) => text.includes("'synchronous_commit', 'off', true"));
  expect(unflushed).toEqual([true, true, false, false, false, false]);
});
