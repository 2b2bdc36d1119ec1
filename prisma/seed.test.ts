import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { getConfig, type RunningConfig } from "@/lib/config";
import { lackedScopes } from "@/lib/domain/access/api-key/scope";
import { hashSecretValue } from "@/lib/domain/access/one-time-token/secret-value";
import { callApi } from "@/testing/api-client";
import { provideService } from "@/testing/provide-service";
import { seed } from "./seed";

const run = provideService();
let config: RunningConfig;

beforeEach(async () => {
  await run.current.db.$executeRaw`TRUNCATE "Tenancy" CASCADE`;
  config = {
    ...getConfig(),
    mode: "local",
    dataFolder: await mkdtemp(join(tmpdir(), "keystead-seed-")),
  };
});
afterEach(() => rm(config.dataFolder, { recursive: true }));

const demoFile = () => join(config.dataFolder, "demo.json");
const readDemo = async () =>
  JSON.parse(await readFile(demoFile(), "utf8")) as {
    endpoint: string;
    tenancyId: string;
    clientId: string;
    apiKey: string;
  };
const tenancies = () => run.current.db.tenancy.findMany({ orderBy: { isSystem: "desc" } });

test("the first start creates a system tenancy and a demo with a working key in a private file", async () => {
  await seed(run.current, config);
  const [system, demo] = await tenancies();
  expect(system).toMatchObject({ isSystem: true, selfServiceRegistration: false });
  expect(demo).toMatchObject({
    isSystem: false,
    environment: "development",
    rpId: "localhost",
    hostedPages: true,
    accountPage: true,
    redirectUris: ["http://localhost:4000/callback", `${config.baseUrl}/demo/account`],
  });
  expect(await run.current.db.apiKey.count({ where: { tenancyId: system?.id ?? "" } })).toBe(0);
  const written = await readDemo();
  expect(written).toEqual({
    endpoint: config.baseUrl,
    tenancyId: demo?.id,
    clientId: demo?.clientId,
    apiKey: written.apiKey,
  });
  const variables = join(config.dataFolder, "demo.env");
  expect(parseEnv(await readFile(variables, "utf8"))).toEqual({
    KEYSTEAD_URL: written.endpoint,
    KEYSTEAD_TENANCY_ID: written.tenancyId,
    KEYSTEAD_CLIENT_ID: written.clientId,
    KEYSTEAD_API_KEY: written.apiKey,
  });
  for (const file of [demoFile(), variables]) expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(
    (
      await callApi("GET", `/v2/${written.tenancyId}/user/x`, {
        headers: { authorization: `Bearer ${written.apiKey}` },
      })
    ).status,
  ).toBe(404);
});

test("the demo's key may call every endpoint, also in an older data folder, whose key stays", async () => {
  await seed(run.current, config);
  const { paths } = (await callApi("GET", "/openapi.json")).body as {
    paths: Record<string, Record<string, { "x-scope"?: string }>>;
  };
  const scopes = Object.values(paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap((operation) => operation["x-scope"]?.split(" ") ?? []);
  expect(scopes).toContain("settings:read");
  const lacked = async () => {
    const { apiKey } = await readDemo();
    const where = { hash: hashSecretValue(apiKey), revokedAt: null };
    const key = await run.current.db.apiKey.findFirstOrThrow({ where });
    return lackedScopes(key.scopes, scopes);
  };
  expect(await lacked()).toEqual([]);

  const { apiKey: former } = await readDemo();
  await run.current.db.apiKey.updateMany({ data: { scopes: ["*", "users:list"] } });
  await seed(run.current, config);
  expect(await lacked()).toEqual([]);
  const keys = await run.current.db.apiKey.findMany();
  expect(keys).toHaveLength(2);
  expect(keys.find(({ hash }) => Buffer.from(hash).equals(hashSecretValue(former)))).toMatchObject({
    scopes: ["*", "users:list"],
    revokedAt: null,
  });
});

test("a second start creates nothing", async () => {
  await seed(run.current, config);
  const before = [await readDemo(), await tenancies(), await run.current.db.apiKey.count()];
  await seed(run.current, config);
  expect([await readDemo(), await tenancies(), await run.current.db.apiKey.count()]).toEqual(
    before,
  );
});

test("the account page may lead back to the demo, also in an older data folder and after a change of PORT", async () => {
  await seed(run.current, config);
  const callback = "http://localhost:4000/callback";
  const moved = { ...config, baseUrl: "http://localhost:4555" };
  for (const redirectUris of [[callback], [callback, `${config.baseUrl}/demo/account`]]) {
    await run.current.db.tenancy.updateMany({ where: { isSystem: false }, data: { redirectUris } });
    await seed(run.current, moved);
    expect((await tenancies())[1]?.redirectUris).toEqual([
      callback,
      "http://localhost:4555/demo/account",
    ]);
    await seed(run.current, config);
  }
});

test("a start leaves the redirect URIs of an address that can’t have one", async () => {
  await seed(run.current, config);
  const before = (await tenancies())[1]?.redirectUris;
  await seed(run.current, { ...config, baseUrl: "http://192.168.0.2:3000" });
  expect((await tenancies())[1]?.redirectUris).toEqual(before);
});

test("completes an interrupted start", async () => {
  await seed(run.current, config);
  await rm(demoFile());
  await seed(run.current, config);
  expect(await tenancies()).toHaveLength(2);
  const { tenancyId, apiKey } = await readDemo();
  expect(
    (
      await callApi("GET", `/v2/${tenancyId}/user/x`, {
        headers: { authorization: `Bearer ${apiKey}` },
      })
    ).status,
  ).toBe(404);
});

test("does nothing in production", async () => {
  await seed(run.current, { ...config, mode: "production" });
  expect(await tenancies()).toEqual([]);
});
