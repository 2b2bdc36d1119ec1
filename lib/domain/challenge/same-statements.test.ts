import { describe, expect, test } from "vitest";
import { createSoftwareAuthenticator } from "@/lib/testing/authenticator/software-authenticator";
import { register, registerSelf } from "@/lib/testing/ceremonies";
import { createTestTenancy, testOrigin } from "@/lib/testing/test-tenancy";
import { challengeOf, createChallenge, newMailbox, verify, wrongCode } from "@/tests/support/challenge-rules";
import { provideService } from "@/tests/support/provide-service";

const run = provideService();

/** The texts of the statements that the work sends to the database, in order. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const { pool } = run.current;
  const original = pool.query;
  const texts: string[] = [];
  pool.query = ((...args: unknown[]) => {
    const [query] = args;
    texts.push(typeof query === "string" ? query : (query as { text: string }).text);
    return (original as (...all: unknown[]) => unknown).apply(pool, args);
  }) as typeof pool.query;
  try {
    await work();
  } finally {
    pool.query = original;
  }
  return texts;
}

describe("the statements of a code's check", () => {
  test("are the same for an unknown, foreign, verified, deleted and locked-out challenge as for a wrong secret", async () => {
    const [tenancy, other] = [await createTestTenancy(run.current), await createTestTenancy(run.current)];
    const [pending, used, deleted, exhausted, foreign] = [await challengeOf(tenancy), await challengeOf(tenancy), await challengeOf(tenancy), await challengeOf(tenancy), await challengeOf(other)];
    await verify(tenancy, used);
    await tenancy.backend("DELETE", `challenges/${deleted.challengeId}`);
    for (let attempt = 0; attempt < 5; attempt++) await verify(tenancy, { ...exhausted, code: wrongCode(exhausted) });
    const asked = {
      "wrong secret": { ...pending, secret: used.secret },
      unknown: { ...pending, challengeId: run.current.createId() },
      foreign,
      verified: used,
      deleted,
      "without attempts": exhausted,
      "wrong code": { ...pending, code: wrongCode(pending) },
    };
    const expected = await statementsOf(() => verify(tenancy, asked["wrong secret"]));
    expect(expected.length).toBeGreaterThan(0);
    for (const [name, challenge] of Object.entries(asked)) expect(await statementsOf(() => verify(tenancy, challenge)), name).toEqual(expected);
  });
});

describe("the statements of a code's creation", () => {
  test("are the same for a mailbox with a user, with a claim and with nobody", async () => {
    const tenancy = await createTestTenancy(run.current);
    const [owned, claimed, nobody] = [newMailbox(), newMailbox(), newMailbox()];
    await register(tenancy, createSoftwareAuthenticator({ origin: testOrigin }), { username: owned });
    await registerSelf(tenancy, createSoftwareAuthenticator({ origin: testOrigin }), { email: claimed });
    await createChallenge(tenancy);
    const expected = await statementsOf(() => createChallenge(tenancy, { email: nobody }));
    expect(expected.length).toBeGreaterThan(0);
    for (const email of [owned, claimed]) expect(await statementsOf(() => createChallenge(tenancy, { email }))).toEqual(expected);
  });
});
