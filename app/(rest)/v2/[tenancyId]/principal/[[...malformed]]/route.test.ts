import { describe, expect, test } from "vitest";
import { provideService } from "@/testing/provide-service";
import { testKeyRoute } from "@/testing/route-rules";
import { createTestTenancy } from "@/testing/test-tenancy";

const run = provideService();

describe("an empty code or one with a slash", () => {
  test.each(["principal", "principal/", "principal/a/b", "principal/a//", "principal//"])(
    "%s is an InvalidCode, for GET and POST",
    async (path) => {
      const tenancy = await createTestTenancy(run.current);
      for (const method of ["GET", "POST"] as const)
        expect(await tenancy.backend(method, path), method).toMatchObject({
          status: 404,
          body: { _tag: "@error/InvalidCode" },
        });
    },
  );

  testKeyRoute(run, { method: "GET", path: "principal/a/b", allow: "GET, POST" });
});
