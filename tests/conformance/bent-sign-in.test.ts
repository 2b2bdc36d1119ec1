import { expect, test } from "vitest";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { findWrongSignIn } from "./bent-sign-in";

const run = provideService();

test("no bent sign-in passes that the other verifiers refuse or the device has not signed", async () => {
  const tenancy = await createTestTenancy(run.current);
  expect(await findWrongSignIn(tenancy, 3_000)).toBeNull();
});
