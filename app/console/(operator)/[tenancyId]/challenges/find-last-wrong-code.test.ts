import { expect, test } from "vitest";
import { challengeOf, guess, newMailbox } from "@/testing/challenge-rules";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { findLastWrongCode } from "./find-last-wrong-code";

const run = provideService();

test("returns when a wrong code was last entered for one challenge of a mailbox", async () => {
  const tenancy = await createTestTenancy(run.current, {}, { codeAttempts: 3 });
  const email = newMailbox();
  const first = await challengeOf(tenancy, { email });
  await guess(tenancy, first, 0);
  run.current.clock.advance(1_000);
  const lastAt = run.current.clock.now();
  await guess(tenancy, first, 1);
  run.current.clock.advance(1_000);
  const second = await challengeOf(tenancy, { email });
  const lastOf = async (id: string) => {
    await run.current.timeline.flush();
    return findLastWrongCode(tenancy.ctx, { id, email });
  };
  expect(await lastOf(first.challengeId)).toBe(lastAt);
  expect(await lastOf(second.challengeId)).toBeNull();
});
