import { describe, expect, test } from "vitest";
import { PreparedPasskeyAuthentication } from "@/lib/contract/authentication";
import { provideService } from "@/testing/provide-service";
import { testKeyRoute } from "@/testing/route-rules";
import { createTestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const path = "passkey/authentication/prepare";
const body = { userId: "x", discoverable: true };

describe("POST passkey/authentication/prepare", () => {
  test("returns a token that expires after ten minutes, with and without a slash, on both mounts", async () => {
    const tenancy = await createTestTenancy(run.current);
    for (const place of [path, `${path}/`, `/${tenancy.id}/${path}`, `/${tenancy.id}/${path}/`]) {
      const reply = await tenancy.backend("POST", place, body);
      expect(reply.status).toBe(200);
      expect(PreparedPasskeyAuthentication.parse(reply.body).expiresAt).toBe(
        run.current.clock.now() + 600_000,
      );
    }
  });

  testKeyRoute(run, { method: "POST", path, allow: "POST", body });
});
