import { describe, expect, test } from "vitest";
import { sampleLine } from "@/testing/import-lines";
import { withLostDatabase } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { testKeyRoute } from "@/testing/route-rules";
import { createTestTenancy } from "@/testing/test-tenancy";
import { ndjson, sendImport, toText } from "@/testing/vault-files";

const run = provideService();

testKeyRoute(run, { method: "POST", path: "passkeys/import", allow: "POST" });

test.each(["dryRun=yes", "dryRun=", "dryRun=1", "dryRun=true&dryRun=false"])(
  "?%s is a 400, before anything is read",
  async (query) => {
    const tenancy = await createTestTenancy(run.current);
    const reply = await tenancy.backend(
      "POST",
      `passkeys/import?${query}`,
      toText([sampleLine()]),
      ndjson,
    );
    expect(reply).toMatchObject({ status: 400, body: { issues: [{ path: "dryRun" }] } });
    expect(await run.current.db.passkey.count({ where: { tenancyId: tenancy.id } })).toBe(0);
  },
);

describe("the body", () => {
  test.each([
    "application/x-ndjson",
    "Application/X-NDJSON; charset=utf-8",
    "application/x-ndjson;",
  ])("%s is NDJSON", async (type) => {
    expect(
      await (
        await createTestTenancy(run.current)
      ).backend("POST", "passkeys/import", toText([sampleLine()]), { "content-type": type }),
    ).toMatchObject({ status: 200, body: { created: 1 } });
  });

  test.each([
    { "content-type": "application/json" },
    { "content-type": "application/ndjson" },
    { "content-type": "text/plain" },
    { ...ndjson, "content-encoding": "gzip" },
  ])("%o is a 415", async (headers) => {
    const tenancy = await createTestTenancy(run.current);
    const reply = await tenancy.backend("POST", "passkeys/import", toText([sampleLine()]), headers);
    expect(reply).toMatchObject({
      status: 415,
      body: {
        _tag: "@error/UnsupportedMediaType",
        message: expect.stringContaining("application/x-ndjson") as string,
      },
    });
  });

  test("returns Unavailable without the database, and does not promise that nothing was changed", async () => {
    const tenancy = await createTestTenancy(run.current);
    const reply = await withLostDatabase(() => sendImport(tenancy, [sampleLine()]));
    expect(reply).toMatchObject({ status: 503, body: { _tag: "@error/Unavailable" } });
    expect(reply.body["message"]).not.toContain("nothing was changed");
  });
});

test("requires the scopes for passkeys, users and the vault", async () => {
  const tenancy = await createTestTenancy(run.current);
  const scopes = ["ceremonies", "users:write", "vault:write"] as const;
  const ask = async (held: (typeof scopes)[number][]) => {
    const { key } = await tenancy.createKey({ scopes: held });
    return (
      await tenancy.backend("POST", "passkeys/import", toText([sampleLine()]), {
        ...ndjson,
        authorization: `Bearer ${key}`,
      })
    ).status;
  };
  for (const missing of scopes)
    expect(await ask(scopes.filter((scope) => scope !== missing)), missing).toBe(403);
  expect(await ask([...scopes])).toBe(200);
});
