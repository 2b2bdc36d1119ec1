import { describe, expect, test } from "vitest";
import { PreparedPasskeyRegistration } from "@/lib/contract/registration";
import { provideService } from "@/testing/provide-service";
import { testKeyRoute } from "@/testing/route-rules";
import { createTestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const path = "passkey/registration/prepare";
const body = { username: "ada" };

describe("POST passkey/registration/prepare", () => {
  test("returns a token that expires after ten minutes, with and without a slash, on both mounts", async () => {
    const tenancy = await createTestTenancy(run.current);
    for (const place of [path, `${path}/`, `/${tenancy.id}/${path}`, `/${tenancy.id}/${path}/`]) {
      const reply = await tenancy.backend("POST", place, body);
      expect(reply.status).toBe(200);
      expect(PreparedPasskeyRegistration.parse(reply.body).expiresAt).toBe(
        run.current.clock.now() + 600_000,
      );
    }
  });

  testKeyRoute(run, { method: "POST", path, allow: "POST", body });
});
