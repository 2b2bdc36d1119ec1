import { describe, expect, test } from "vitest";
import { createApiKey } from "@/lib/domain/access/api-key/create-api-key";
import { listApiKeys } from "@/lib/domain/access/api-key/list-api-keys";
import { rotateApiKey } from "@/lib/domain/access/api-key/rotate-api-key";
import { lockApiKey } from "@/lib/domain/access/api-key/set-api-key-state";
import { getSettings } from "@/lib/domain/base/tenancy/get-settings";
import { pngPicture } from "@/testing/pictures";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { applyConfiguration, type ApplyOptions } from "./apply-configuration";
import type { Logo } from "./apply-document";
import type { NewKey } from "./apply-keys";
import { parseConfiguration } from "./parse-configuration";

const run = provideService();

interface Applied extends Partial<ApplyOptions> {
  logo?: Logo;
}

async function apply(text: string, { logo, ...options }: Applied = {}) {
  const documents = parseConfiguration({ name: "shop.yaml", text });
  const stored: NewKey[] = [];
  const applied = await applyConfiguration(
    run.current,
    documents.map((given) => ({ ...given, logo })),
    {
      prune: false,
      asSystemOwner: false,
      isDryRun: false,
      storeKeys: (keys) => (stored.push(...keys), Promise.resolve()),
      ...options,
    },
  );
  return { applied, stored, paths: applied.map(({ changes }) => changes.map(pathOf)) };
}

const pathOf = ({ action, path }: { action: string; path: string }) => `${action} ${path}`;
const eventsOf = (tenancyId: string) =>
  run.current.db.auditEvent.findMany({
    where: { tenancyId, actorKind: "configurationFile" },
    orderBy: { id: "asc" },
  });
const settingsOf = ({ ctx }: TestTenancy) => getSettings(ctx, run.current.db);
const refusal = (path: string, message: RegExp) => ({
  extra: { issues: [{ path, message: expect.stringMatching(message) as unknown }] },
});

/** Names are shared by all tests of this database. */
const newName = () => `Shop ${run.current.createId()}`;

describe("a tenancy", () => {
  test("is created once by its name, and applying again changes nothing", async () => {
    const name = newName();
    const text = `
name: ${name}
settings:
  environment: production
  rpId: shop.example
  allowedOrigins: [https://shop.example]
  redirectUris: [https://shop.example/done]
  codeDigits: 8
  brandName: The shop
  brandColor: "#0e6a4e"
passkeyPolicy:
  mode: monitor
  storage: synced
apiKeys:
  - {name: Backend, scopes: [ceremonies, principals], expiresIn: 90d}
`;
    const { applied, stored, paths } = await apply(text);
    const id = applied[0]?.id ?? "";
    expect(paths[0]).toEqual([
      "create tenancy",
      "create settings.environment",
      "create settings.rpId",
      "create settings.allowedOrigins",
      "change settings.redirectUris",
      "change settings.codeDigits",
      "change settings.brandName",
      "change settings.brandColor",
      "change passkeyPolicy.mode",
      "change passkeyPolicy.storage",
      "create apiKeys.Backend",
    ]);
    expect(stored).toMatchObject([{ tenancyId: id, name: "Backend" }]);
    expect(stored[0]?.key).toMatch(/^ks_/);
    const events = await eventsOf(id);
    expect(events.map(({ action }) => action).sort()).toEqual([
      "api-key.created",
      "tenancy.created",
      "tenancy.passkey-policy-saved",
      "tenancy.settings-changed",
    ]);
    expect(new Set(events.map(({ requestId }) => requestId)).size).toBe(1);
    const again = await apply(text, { prune: true });
    expect(again).toMatchObject({ paths: [[]], stored: [] });
    expect(await eventsOf(id)).toEqual(events);
  });

  test("and its keys are created once, by several commands at once", async () => {
    const name = newName();
    const settings = "settings: {environment: production, rpId: shop.example}";
    const text = `name: ${name}\n${settings}\napiKeys: [{name: New, scopes: ["*"]}]`;
    const applied = await Promise.all([apply(text), apply(text), apply(text)]);
    expect(applied.flatMap(({ stored }) => stored)).toHaveLength(1);
    expect(await run.current.db.tenancy.count({ where: { name } })).toBe(1);
  });

  test("needs environment and rpId if it is new", async () => {
    await expect(apply(`name: ${newName()}`)).rejects.toMatchObject({
      extra: {
        issues: [
          { path: "shop.yaml:1 settings.environment" },
          { path: "shop.yaml:1 settings.rpId" },
        ],
      },
    });
  });

  test("is renamed if the file has its id, and keeps what the file leaves out", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { codeDigits: 9 });
    const name = newName();
    const { paths } = await apply(`id: ${tenancy.id}\nname: ${name}\nsettings: {codeAttempts: 4}`);
    expect(paths).toEqual([["change name", "change settings.codeAttempts"]]);
    expect(await settingsOf(tenancy)).toMatchObject({ name, codeDigits: 9, codeAttempts: 4 });
  });

  test("of an unknown id, of an ambiguous name, or described twice is refused", async () => {
    await expect(apply(`id: ${run.current.createId()}\nname: Shop`)).rejects.toMatchObject({
      tag: "@error/InvalidTenancy",
    });
    const name = newName();
    const one = await createTestTenancy(run.current, { name });
    await createTestTenancy(run.current, { name });
    await expect(apply(`name: ${name}`)).rejects.toMatchObject(
      refusal("shop.yaml:1 name", /^2 tenancies have this name/),
    );
    const twice = `id: ${one.id}\nname: ${name}\n`;
    await expect(apply(`${twice}---\n${twice}`)).rejects.toMatchObject(
      refusal("shop.yaml:4", /same tenancy again/),
    );
    const system = await run.current.db.tenancy.findFirst({ where: { isSystem: true } });
    if (system !== null)
      await expect(apply(`id: ${system.id}\nname: x`)).rejects.toMatchObject({
        tag: "@error/InvalidTenancy",
      });
  });
});

test("the order of a set is no difference; the order of hints is", async () => {
  const tenancy = await createTestTenancy(run.current, { rpId: "example.com" });
  const models = ["1", "2"].map((digit) => `00000000-0000-0000-0000-${digit.padStart(12, "0")}`);
  const fileOf = (inOrder: (...entries: string[]) => string[], hints: string) => {
    const listOf = (...entries: string[]) => `[${inOrder(...entries).join(", ")}]`;
    return `
id: ${tenancy.id}
name: Test
settings:
  rpIds: ${listOf("example.net", "example.org")}
  allowedOrigins: ${listOf("https://example.com", "https://example.net")}
  redirectUris: ${listOf("https://example.com/a", "https://example.com/b")}
  topOrigins: ${listOf("https://one.example", "https://two.example")}
  algorithms: ${listOf("-7", "-257")}
  hints: ${hints}
passkeyPolicy:
  metadata: true
  topOrigins: ${listOf("https://one.example", "https://two.example")}
  algorithms: ${listOf("-7", "-257")}
  deniedAaguids: ${listOf(...models)}
apiKeys: [{name: Backend, scopes: ${listOf("ceremonies", "principals")}}]
`;
  };
  await apply(fileOf((...entries) => entries, "[hybrid, client-device]"));
  const reversed = (...entries: string[]) => entries.toReversed();
  expect((await apply(fileOf(reversed, "[hybrid, client-device]"))).paths).toEqual([[]]);
  expect((await apply(fileOf(reversed, "[client-device, hybrid]"))).paths).toEqual([
    ["change settings.hints"],
  ]);
  const twice = (...entries: string[]) => [...entries, ...entries];
  expect((await apply(fileOf(twice, "[client-device, hybrid]"))).paths).toEqual([[]]);
});

describe("all documents are applied, or none", () => {
  test("a later invalid document undoes the earlier ones, and names its line", async () => {
    const tenancy = await createTestTenancy(run.current);
    const name = newName();
    const text = `id: ${tenancy.id}
name: Test
settings: {codeDigits: 8}
apiKeys: [{name: New, scopes: ["*"]}]
---
name: ${name}
settings:
  environment: production
  rpId: shop.example
  allowedOrigins:
    - https://shop.example
    - https://other.example
`;
    await expect(apply(text)).rejects.toMatchObject(
      refusal("shop.yaml:12 settings.allowedOrigins.1", /can’t use these passkeys/),
    );
    expect(await settingsOf(tenancy)).toMatchObject({ codeDigits: 6 });
    expect(await listApiKeys(tenancy.ctx)).toHaveLength(1);
    expect(await run.current.db.tenancy.count({ where: { name } })).toBe(0);
    expect(await eventsOf(tenancy.id)).toEqual([]);
  });

  test("new keys that can’t be stored are not created", async () => {
    const tenancy = await createTestTenancy(run.current);
    const text = `id: ${tenancy.id}\nname: Test\napiKeys: [{name: New, scopes: ["*"]}]`;
    const storeKeys = () => Promise.reject(new Error("disk full"));
    await expect(apply(text, { storeKeys })).rejects.toThrow("disk full");
    expect(await listApiKeys(tenancy.ctx)).toHaveLength(1);
  });

  test("a dry run shows the changes and makes none", async () => {
    const tenancy = await createTestTenancy(run.current);
    const name = newName();
    const text = `id: ${tenancy.id}
name: Test
settings: {codeDigits: 8}
apiKeys: [{name: New, scopes: ["*"]}]
---
name: ${name}
settings: {environment: production, rpId: shop.example}
`;
    const { applied, stored } = await apply(text, { isDryRun: true, prune: true });
    expect(applied).toMatchObject([
      {
        id: tenancy.id,
        changes: [
          { action: "change", path: "settings.codeDigits", before: 6, after: 8 },
          { action: "create", path: "apiKeys.New" },
          { action: "remove", path: "apiKeys.Test" },
        ],
      },
      { id: null, name, changes: [{ action: "create", path: "tenancy" }, {}, {}] },
    ]);
    expect(stored).toEqual([]);
    expect(await settingsOf(tenancy)).toMatchObject({ codeDigits: 6 });
    expect(await listApiKeys(tenancy.ctx)).toMatchObject([{ name: "Test", state: "live" }]);
    expect(await run.current.db.tenancy.count({ where: { name } })).toBe(0);
    expect(await eventsOf(tenancy.id)).toEqual([]);
  });
});

describe("API keys", () => {
  const fileOf = ({ id }: TestTenancy, keys: string) => `id: ${id}\nname: Test\napiKeys: ${keys}`;

  test("that the file doesn't list stay without prune, and are revoked with it", async () => {
    const tenancy = await createTestTenancy(run.current);
    const text = fileOf(tenancy, "[]");
    expect(await apply(text)).toMatchObject({
      applied: [{ changes: [], unlisted: ["apiKeys.Test"] }],
    });
    expect(await listApiKeys(tenancy.ctx)).toMatchObject([{ state: "live" }]);
    expect((await apply(text, { prune: true })).paths).toEqual([["remove apiKeys.Test"]]);
    expect(await listApiKeys(tenancy.ctx)).toMatchObject([{ state: "revoked" }]);
    const without = `id: ${tenancy.id}\nname: Test`;
    await createApiKey(tenancy.ctx, { name: "Kept" });
    expect((await apply(without, { prune: true })).paths).toEqual([[]]);
  });

  test("that are locked or were rotated count as existing", async () => {
    const tenancy = await createTestTenancy(run.current);
    const text = fileOf(tenancy, '[{name: Test, scopes: ["*"]}]');
    await rotateApiKey(tenancy.ctx, { id: tenancy.apiKeyId, overlapMs: 60_000 });
    expect((await apply(text, { prune: true })).paths).toEqual([[]]);
    const successor = (await listApiKeys(tenancy.ctx)).find(({ replacedById }) => !replacedById);
    await lockApiKey(tenancy.ctx, successor?.id ?? "");
    expect((await apply(text, { prune: true })).paths).toEqual([[]]);
  });

  test("with other scopes or another expiry are refused, because neither can change", async () => {
    const tenancy = await createTestTenancy(run.current);
    for (const [key, field, message] of [
      ["{name: Test, scopes: [ceremonies]}", "scopes", /has the scopes \*/],
      [
        '{name: Test, scopes: ["*"], expiresAt: "2999-01-01T00:00:00Z"}',
        "expiresAt",
        /never expires, and that can’t change/,
      ],
      [
        '{name: Past, scopes: ["*"], expiresAt: "2001-01-01T00:00:00Z"}',
        "expiresAt",
        /is in the past/,
      ],
    ] as const)
      await expect(apply(fileOf(tenancy, `[${key}]`))).rejects.toMatchObject(
        refusal(`shop.yaml:3 apiKeys.0.${field}`, message),
      );
  });

  test("that expired at the time of the file stay expired; those with a lifetime are renewed", async () => {
    const tenancy = await createTestTenancy(run.current);
    const expiresAt = run.current.clock.now() + 60_000;
    const text = fileOf(
      tenancy,
      `[{name: At, scopes: ["*"], expiresAt: "${new Date(expiresAt).toISOString()}"},
        {name: In, scopes: ["*"], expiresIn: 1m}]`,
    );
    expect((await apply(text)).paths).toEqual([["create apiKeys.At", "create apiKeys.In"]]);
    const expiries = (await listApiKeys(tenancy.ctx)).map((key) => key.expiresAt);
    expect(expiries.filter((expiry) => expiry === expiresAt)).toHaveLength(2);
    run.current.clock.advance(60_000);
    expect((await apply(text)).paths).toEqual([["create apiKeys.In"]]);
  });
});

describe("what a system owner confirms", () => {
  const console = () => new URL(run.current.baseUrl).hostname;

  test("is refused without --as-system-owner: the console's own domain", async () => {
    const name = newName();
    const rpId = console();
    const settings = `settings: {environment: development, rpId: ${rpId}}`;
    await expect(apply(`name: ${name}\n${settings}`)).rejects.toMatchObject(
      refusal("shop.yaml:2 settings.rpId", /only a system owner/),
    );
    const tenancy = await createTestTenancy(run.current);
    await expect(
      apply(`id: ${tenancy.id}\nname: Test\nsettings: {rpIds: [${rpId}]}`),
    ).rejects.toMatchObject(refusal("shop.yaml:3 settings.rpIds.0", /only a system owner/));
    const { paths } = await apply(`name: ${name}\n${settings}`, { asSystemOwner: true });
    expect(paths[0]?.[0]).toBe("create tenancy");
  });

  test("hosts for related origins", async () => {
    const rpId = `${run.current.createId()}.example`;
    const tenancy = await createTestTenancy(run.current, { rpId, allowedOrigins: [] });
    const text = `id: ${tenancy.id}\nname: Test\nrelatedOriginsHosts: [${rpId}]`;
    await expect(apply(text)).rejects.toMatchObject(
      refusal("shop.yaml:3 relatedOriginsHosts.0", /--as-system-owner/),
    );
    expect((await apply(text, { asSystemOwner: true })).paths).toEqual([
      [`create relatedOriginsHosts.${rpId}`],
    ]);
    expect((await apply(text)).paths).toEqual([[]]);
    const none = `id: ${tenancy.id}\nname: Test\nrelatedOriginsHosts: []`;
    expect((await apply(none)).applied[0]?.unlisted).toEqual([`relatedOriginsHosts.${rpId}`]);
    await expect(apply(none, { prune: true })).rejects.toMatchObject(
      refusal("shop.yaml:3 relatedOriginsHosts", /--as-system-owner/),
    );
    expect((await apply(none, { prune: true, asSystemOwner: true })).paths).toEqual([
      [`remove relatedOriginsHosts.${rpId}`],
    ]);
  });

  test("the sender's domain waits without it, and is confirmed with it", async () => {
    const tenancy = await createTestTenancy(run.current);
    const text = `id: ${tenancy.id}\nname: Test\nsettings: {mailSender: codes@shop.example}`;
    const confirmed = async () =>
      (await run.current.db.senderDomain.findFirst({ where: { tenancyId: tenancy.id } }))
        ?.confirmedBy;
    await apply(text);
    expect(await confirmed()).toBeNull();
    expect((await apply(text)).paths).toEqual([[]]);
    expect((await apply(text, { asSystemOwner: true })).paths).toEqual([
      ["change settings.mailSender"],
    ]);
    expect(await confirmed()).toBe("system");
    expect((await apply(text, { asSystemOwner: true })).paths).toEqual([[]]);
  });
});

test("a logo is set, kept and removed", async () => {
  const tenancy = await createTestTenancy(run.current);
  const text = `id: ${tenancy.id}\nname: Test\nlogo: logo.png`;
  const logo = pngPicture(20, 20);
  expect((await apply(text, { logo })).paths).toEqual([["change logo"]]);
  expect((await apply(text, { logo })).paths).toEqual([[]]);
  await expect(apply(text, { logo: new Uint8Array([1]) })).rejects.toMatchObject(
    refusal("shop.yaml:3 logo", /must be a PNG/),
  );
  expect((await apply(text, { logo: null })).paths).toEqual([["remove logo"]]);
});

test("hosted pages and the policy are judged by the settings of the same file", async () => {
  const tenancy = await createTestTenancy(run.current);
  const host = new URL(run.current.baseUrl).hostname;
  const without = `id: ${tenancy.id}\nname: Test\nhostedPages: true`;
  await expect(apply(without)).rejects.toMatchObject({
    extra: { issues: [{ path: "shop.yaml:3 hostedPages" }] },
  });
  const text = `id: ${tenancy.id}
name: Test
settings: {environment: development, rpIds: [${host}], topOrigins: [https://partner.example]}
hostedPages: true
passkeyPolicy: {topOrigins: [https://partner.example]}
`;
  expect((await apply(text, { asSystemOwner: true })).paths[0]).toContain("change hostedPages");
  await expect(
    apply(`id: ${tenancy.id}\nname: Test\npasskeyPolicy: {topOrigins: [https://x.example]}`),
  ).rejects.toMatchObject(refusal("shop.yaml:3 passkeyPolicy.topOrigins.0", /top origins first/));
});
