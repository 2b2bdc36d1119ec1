import { describe, expect, test } from "vitest";
import type { ApiKeyScope } from "@/lib/contract/api-key-scope";
import { revokeApiKey } from "@/lib/domain/access/api-key/set-api-key-state";
import type { Setting } from "@/lib/domain/base/tenancy/setting/setting-kinds";
import { type SettingName, settingNames, settings } from "@/lib/domain/base/tenancy/settings";
import { createCaller } from "@/testing/create-caller";
import { provideService } from "@/testing/provide-service";
import { testKeyRoute } from "@/testing/route-rules";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { until } from "@/testing/until";

const run = provideService();
const rowOf = ({ id }: TestTenancy) => run.current.db.tenancy.findUniqueOrThrow({ where: { id } });

testKeyRoute(run, {
  method: "GET",
  path: "settings",
  allow: "GET, HEAD, PATCH",
  lacking: "settings:write",
});

async function open(...scopes: ApiKeyScope[]) {
  const tenancy = await createTestTenancy(run.current);
  const { id, call } = await createCaller(tenancy, scopes);
  return { tenancy, id, call, change: (body: object) => call("PATCH", "settings", body) };
}

test("GET returns every setting in stored units, and nothing else", async () => {
  const { tenancy, call } = await open("settings:read");
  await tenancy.set({ codeMs: 120_000, hints: ["hybrid"] });
  const { status, body } = await call("GET", "settings");
  expect(status).toBe(200);
  expect(Object.keys(body).sort()).toEqual(["_tag", ...settingNames].sort());
  const row = await rowOf(tenancy);
  const expected = Object.fromEntries(settingNames.map((name) => [name, row[name]]));
  expect(body).toEqual({ _tag: "Settings", ...expected });
  expect(body).toMatchObject({ codeMs: 120_000, hints: ["hybrid"] });
});

describe("PATCH", () => {
  test("changes what is sent, as stored, with one event by the API key", async () => {
    const { tenancy, id, change } = await open("settings:write");
    expect(await change({ codeDigits: 8, brandName: " Harbour ", codeAttempts: 5 })).toMatchObject({
      status: 200,
      body: {
        _tag: "SettingsChanged",
        changed: ["codeDigits", "brandName"],
        settings: { codeDigits: 8, brandName: "Harbour", codeAttempts: 5 },
      },
    });
    expect(await rowOf(tenancy)).toMatchObject({ codeDigits: 8, brandName: "Harbour" });
    expect(
      await run.current.db.auditEvent.findMany({
        where: { tenancyId: tenancy.id, action: "tenancy.settings-changed" },
      }),
    ).toMatchObject([
      { actorKind: "apiKey", actorId: id, detail: "codeDigits: 6 → 8; brandName: none → Harbour" },
    ]);
  });

  /** A valid change of each section. */
  const samples: [section: string, changes: object, scope: ApiKeyScope][] = [
    ["appearance", { brandColor: "#12345a" }, "settings:write"],
    ["limits", { codeDigits: 8 }, "settings:write"],
    ["sites", { environment: "staging" }, "settings:write-security"],
    ["sign-in", { userVerification: "required" }, "settings:write-security"],
    ["sender", { mailReplyTo: "help@example.com" }, "settings:write-security"],
  ];

  test("has a sample of every section", () => {
    expect(samples.map(([section]) => section).sort()).toEqual(
      [...new Set(settingNames.map((name: SettingName) => settings[name].section))].sort(),
    );
  });

  test.each(samples)("of %s needs its scope, and no other", async (_section, changes, scope) => {
    const others: ApiKeyScope[] = ["settings:read", "settings:write", "settings:write-security"];
    const lacking = await open("*", ...others.filter((other) => other !== scope));
    const before = await rowOf(lacking.tenancy);
    expect(await lacking.change(changes)).toMatchObject({
      status: 403,
      body: { _tag: "@error/Forbidden", message: expect.stringContaining(scope) },
    });
    expect(await rowOf(lacking.tenancy)).toEqual(before);
    expect((await (await open(scope)).change(changes)).status).toBe(200);
  });

  test("of both kinds needs both scopes, and changes nothing without one", async () => {
    const both = { codeDigits: 8, environment: "staging" };
    for (const scope of ["settings:write", "settings:write-security"] as const) {
      const { tenancy, change } = await open(scope);
      const before = await rowOf(tenancy);
      expect((await change(both)).status).toBe(403);
      expect(await rowOf(tenancy)).toEqual(before);
    }
    const { change } = await open("settings:write", "settings:write-security");
    expect((await change(both)).status).toBe(200);
  });

  test("doesn't tell a key about settings that it can't change", async () => {
    const { change } = await open("settings:write");
    for (const rpId of ["example.com", "guess.example"])
      expect((await change({ codeDigits: 8, expected: { rpId } })).status).toBe(403);
  });

  test("fails if an expected value has changed, and names it", async () => {
    const { tenancy, change } = await open("settings:write");
    const body = { codeDigits: 8, expected: { codeDigits: 6, codeAttempts: 5 } };
    expect((await change(body)).status).toBe(200);
    expect(await change({ ...body, codeDigits: 9 })).toMatchObject({
      status: 400,
      body: { _tag: "@error/BadRequest", issues: [{ path: "expected.codeDigits" }] },
    });
    expect((await rowOf(tenancy)).codeDigits).toBe(8);
  });

  test("names the bounds of numbers in the API's units", async () => {
    const { change } = await open("settings:write", "settings:write-security");
    const numbers = settingNames.flatMap((name) => {
      const setting: Setting = settings[name];
      return setting.kind === "number" ? [{ name, bounds: setting.bounds }] : [];
    });
    const issuesOf = async (at: 0 | 1, beyond: number) => {
      const values = numbers.map(({ name, bounds }) => [name, bounds[at] + beyond] as const);
      return (await change(Object.fromEntries(values))).body;
    };
    const expected = (message: (bounds: readonly [min: number, max: number]) => string) => ({
      issues: numbers.map(({ name, bounds }) => ({ path: name, message: message(bounds) })),
    });
    expect(await issuesOf(0, -1)).toMatchObject(expected(([min]) => `must be at least ${min}`));
    expect(await issuesOf(1, 1)).toMatchObject(expected(([, max]) => `must be at most ${max}`));
    expect(await issuesOf(0, 0.5)).toMatchObject(expected(() => "must be an integer"));
  });

  test("of 20 at once that expect the same value, one succeeds", async () => {
    const { change } = await open("settings:write");
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        change({ name: `Saver ${index}`, expected: { name: "Test" } }),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test.each<[name: string, body: object, path: string]>([
    ["a number out of bounds", { codeDigits: 5 }, "codeDigits"],
    ["a number as text", { codeDigits: "8" }, "codeDigits"],
    ["null for a setting that every tenancy has", { name: null }, "name"],
    ["a color that is CSS", { brandColor: "red" }, "brandColor"],
    ["an unknown language", { locale: "tlh" }, "locale"],
    ["a sender with a line break", { mailSender: "a@b.example\r\nBcc: c" }, "mailSender"],
    ["an origin elsewhere", { allowedOrigins: ["https://evil.test"] }, "allowedOrigins.0"],
    ["a public suffix", { rpId: "co.uk", allowedOrigins: [] }, "rpId"],
    ["an unknown setting", { codeDigit: 8 }, "codeDigit"],
    ["what is not a setting", { clientId: "x" }, "clientId"],
    ["the system tenancy's mark", { isSystem: true }, "isSystem"],
    [
      "an unknown expected setting",
      { codeDigits: 8, expected: { codeDigit: 6 } },
      "expected.codeDigit",
    ],
    ["nothing to change", {}, ""],
    ["expected values only", { expected: { codeDigits: 6 } }, ""],
  ])("rejects %s, naming the field, and changes nothing", async (_name, body, path) => {
    const { tenancy, change } = await open("settings:write", "settings:write-security");
    const before = await rowOf(tenancy);
    const valid = Object.keys(body).some((name) => name !== "expected");
    expect(await change({ ...(valid ? { codeAttempts: 4 } : {}), ...body })).toMatchObject({
      status: 400,
      body: { _tag: "@error/BadRequest", issues: [{ path }] },
    });
    expect(await rowOf(tenancy)).toEqual(before);
  });

  test("refuses the console's own domain, which only a system owner can use", async () => {
    const { change } = await open("settings:write-security");
    expect(await change({ rpIds: ["localhost"] })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "rpIds.0", message: expect.stringContaining("system owner") }] },
    });
  });

  test("a new sender waits for a system owner", async () => {
    const { tenancy, change } = await open("settings:write-security");
    expect((await change({ mailSender: "ceo@bank.example" })).status).toBe(200);
    expect(
      await run.current.db.senderDomain.findMany({ where: { tenancyId: tenancy.id } }),
    ).toMatchObject([{ domain: "bank.example", confirmedAt: null }]);
  });

  test("of a key that is revoked while the change waits fails", async () => {
    const { tenancy, id, change } = await open("settings:write");
    const { db } = run.current;
    let reply: ReturnType<typeof change> | undefined;
    await db.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT 1 FROM "Tenancy" WHERE "id" = ${tenancy.id} FOR UPDATE`;
      reply = change({ codeDigits: 8 });
      await until("the change to wait for the row", async () => {
        const waiting = await db.$executeRaw`
          SELECT 1 FROM pg_stat_activity
          WHERE "wait_event_type" = 'Lock' AND "datname" = current_database()`;
        return waiting > 0 ? waiting : null;
      });
      await revokeApiKey(tenancy.ctx, id);
    });
    expect((await reply)?.status).toBe(403);
    expect((await rowOf(tenancy)).codeDigits).toBe(6);
  });
});
