import { expect, test } from "vitest";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";

const run = provideService();

test.each(["token", "token/", "token/a/b", "token/a//", "token//"])(
  "%s is an InvalidCode, as a token that was never issued",
  async (path) => {
    const tenancy = await createTestTenancy(run.current);
    expect(await tenancy.backend("GET", `/${tenancy.id}/${path}`)).toMatchObject({
      status: 404,
      body: { _tag: "@error/InvalidCode" },
    });
  },
);
