import { expect, test } from "vitest";
import { confirmRelatedOriginsHost } from "@/lib/domain/admin/tenancy/related-origins";
import type { TenancyContext } from "@/lib/domain/base/context";
import { callApi } from "@/testing/api-client";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";

const run = provideService();

test("serves a host only after a system owner confirms it, and not while its tenancy is suspended", async () => {
  const get = () => callApi("GET", "/.well-known/webauthn");
  expect(await get()).toMatchObject({ status: 404, body: { _tag: "@error/NotFound" } });
  const tenancy = await createTestTenancy(run.current, {
    rpIds: ["localhost"],
    allowedOrigins: [
      "https://example.com",
      "https://app.example.com",
      "android:apk-key-hash:47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU",
    ],
  });
  await confirmRelatedOriginsHost(
    tenancy.ctx as TenancyContext & { actor: { kind: "operator"; id: string } },
    "localhost",
  );
  const reply = await get();
  expect(reply.body).toEqual({ origins: ["https://example.com", "https://app.example.com"] });
  expect(reply.headers.get("cache-control")).toBe("public, max-age=300");
  await tenancy.set({ suspendedAt: new Date(run.current.clock.now()) });
  expect((await get()).status).toBe(404);
});
