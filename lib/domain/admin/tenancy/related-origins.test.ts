import { expect, test } from "vitest";
import type { TenancyContext } from "@/lib/domain/base/context";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { confirmRelatedOriginsHost, getRelatedOrigins } from "./related-origins";

const run = provideService();
const asOwner = ({ ctx }: TestTenancy) =>
  ctx as TenancyContext & { actor: { kind: "operator"; id: string } };
/** Creates a host that no other test confirms. */
const ownHost = () => `${run.current.createId()}.example.com`;
const of = (host: string) => getRelatedOrigins(run.current, host);

test("a confirmed host lists its tenancy's current https origins", async () => {
  const tenancy = await createTestTenancy(run.current, {
    rpIds: ["example.org"],
    allowedOrigins: [
      "https://example.com",
      "https://app.example.org",
      "https://localhost",
      "android:apk-key-hash:47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU",
    ],
  });
  const host = ownHost();
  await confirmRelatedOriginsHost(asOwner(tenancy), host);
  expect(await of(host)).toEqual({ origins: ["https://example.com", "https://app.example.org"] });
  await tenancy.set({ allowedOrigins: ["https://new.example.com", "http://localhost:3000"] });
  expect(await of(host)).toEqual({ origins: ["https://new.example.com"] });
});

test("the tenancy's own rpId returns NotFound until it is confirmed", async () => {
  await createTestTenancy(run.current);
  await expect(of("example.com")).rejects.toMatchObject({ tag: "@error/NotFound" });
});

test("a sibling or parent of a confirmed host returns NotFound", async () => {
  const host = ownHost();
  await confirmRelatedOriginsHost(asOwner(await createTestTenancy(run.current)), host);
  for (const other of [
    `a.${host}`,
    host.slice(host.indexOf(".") + 1),
    `${host}.`,
    host.toUpperCase(),
    "",
    "%",
  ])
    await expect(of(other)).rejects.toMatchObject({ tag: "@error/NotFound" });
});

test("a second tenancy cannot take over a confirmed host", async () => {
  const first = await createTestTenancy(run.current, {
    allowedOrigins: ["https://first.example.com"],
  });
  const second = await createTestTenancy(run.current);
  const host = ownHost();
  await confirmRelatedOriginsHost(asOwner(first), host);
  await expect(confirmRelatedOriginsHost(asOwner(second), host)).rejects.toThrow();
  expect(await of(host)).toEqual({ origins: ["https://first.example.com"] });
});

test("a confirmation is audited with its operator, a failed one is not", async () => {
  const tenancy = await createTestTenancy(run.current);
  const host = ownHost();
  await confirmRelatedOriginsHost(asOwner(tenancy), host);
  await expect(confirmRelatedOriginsHost(asOwner(tenancy), host)).rejects.toThrow();
  const events = await run.current.db.auditEvent.findMany({
    where: { tenancyId: tenancy.id, action: "tenancy.related-origins-confirmed" },
  });
  expect(events).toEqual([
    expect.objectContaining({ actorKind: "operator", actorId: asOwner(tenancy).actor.id }),
  ]);
});
