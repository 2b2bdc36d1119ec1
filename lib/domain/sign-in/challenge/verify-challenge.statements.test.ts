import { describe, expect, test } from "vitest";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { register, registerSelf } from "@/testing/ceremonies";
import {
  challengeOf,
  createChallenge,
  newMailbox,
  verify,
  wrongCode,
} from "@/testing/challenge-rules";
import { provideService } from "@/testing/provide-service";
import { statementsOf } from "@/testing/statements-of";
import { createTestTenancy, testOrigin } from "@/testing/test-tenancy";

const run = provideService();

describe("the statements of a verification", () => {
  test("are the same for every unverifiable challenge as for a wrong secret", async () => {
    const tenancy = await createTestTenancy(run.current);
    const other = await createTestTenancy(run.current);
    const pending = await challengeOf(tenancy);
    const used = await challengeOf(tenancy);
    const deleted = await challengeOf(tenancy);
    const exhausted = await challengeOf(tenancy);
    const foreign = await challengeOf(other);
    await verify(tenancy, used);
    await tenancy.backend("DELETE", `challenges/${deleted.challengeId}`);
    for (let attempt = 0; attempt < 5; attempt++)
      await verify(tenancy, { ...exhausted, code: wrongCode(exhausted) });
    const guesses = {
      "wrong secret": { ...pending, secret: used.secret },
      unknown: { ...pending, challengeId: run.current.createId() },
      foreign,
      verified: used,
      deleted,
      "without attempts": exhausted,
      "wrong code": { ...pending, code: wrongCode(pending) },
    };
    const expected = await statementsOf(run.current, () =>
      verify(tenancy, guesses["wrong secret"]),
    );
    expect(expected.length).toBeGreaterThan(0);
    for (const [name, challenge] of Object.entries(guesses))
      expect(await statementsOf(run.current, () => verify(tenancy, challenge)), name).toEqual(
        expected,
      );
  });
});

describe("the statements of a challenge's creation", () => {
  test("are the same for a mailbox with a user, with a claim and without either", async () => {
    const tenancy = await createTestTenancy(run.current);
    const owned = newMailbox();
    const claimed = newMailbox();
    const unused = newMailbox();
    await register(tenancy, createSoftwareAuthenticator({ origin: testOrigin }), {
      username: owned,
    });
    await registerSelf(tenancy, createSoftwareAuthenticator({ origin: testOrigin }), {
      email: claimed,
    });
    await createChallenge(tenancy);
    const expected = await statementsOf(run.current, () =>
      createChallenge(tenancy, { email: unused }),
    );
    expect(expected.length).toBeGreaterThan(0);
    for (const email of [owned, claimed])
      expect(await statementsOf(run.current, () => createChallenge(tenancy, { email }))).toEqual(
        expected,
      );
  });
});
