import { expect, test } from "vitest";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { findWrongRegistration } from "./bent-registration";

const run = provideService();

test("no bent registration passes that another verifier of statements refuses", async () => {
  const tenancy = await createTestTenancy(run.current);
  expect(await findWrongRegistration(tenancy, 1_000)).toBeNull();
});
