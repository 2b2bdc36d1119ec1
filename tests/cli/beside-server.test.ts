import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { removeServer, type ServerProcess, startServer } from "@/testing/server-process";
import {
  acme,
  type CreatedKey,
  type CreatedTenancy,
  expectRefusal,
  json,
  keystead,
} from "./keystead";

describe("with a running server on the embedded database", () => {
  let server: ServerProcess;
  let env: Record<string, string>;
  beforeAll(async () => {
    server = await startServer();
    await server.ready();
    env = { KEYSTEAD_DATA: server.dataFolder, PORT: String(server.port) };
  });
  afterAll(() => removeServer(server));

  const authorize = async (tenancyId: string, key: string) =>
    (
      await fetch(`${server.url}/v2/${tenancyId}/passkey/registration/authorize`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: '{"username":"ada"}',
      })
    ).status;

  test("a key works once created, and stops working once locked or revoked", async () => {
    const { id: tenancy } = await json<CreatedTenancy>(acme, env);
    const of = ["--tenancy", tenancy];
    const { id, key } = await json<CreatedKey>(["key", "create", ...of, "--name", "Backend"], env);
    const state = async () =>
      (await json<{ state: string }[]>(["key", "list", ...of], env)).map((listed) => listed.state);
    expect(await authorize(tenancy, key)).toBe(200);
    expect(await json(["key", "lock", id, ...of], env)).toMatchObject({ id, state: "locked" });
    expect([await authorize(tenancy, key), await state()]).toEqual([403, ["locked"]]);
    expect(await json(["key", "unlock", id, ...of], env)).toMatchObject({ id, state: "live" });
    expect([await authorize(tenancy, key), await state()]).toEqual([200, ["live"]]);
    expect(await json(["key", "rename", id, ...of, "--name", "Shop"], env)).toMatchObject({
      id,
      name: "Shop",
    });
    // A leaked key is revoked by its text, which the output doesn't repeat.
    const revoked = await keystead(["key", "revoke", key, ...of], env);
    expect(revoked).toMatchObject({
      code: 0,
      err: "",
      out: `The API key ${id} (${key.slice(0, 13)}_…) is revoked permanently.\n`,
    });
    expect([await authorize(tenancy, key), await state()]).toEqual([403, ["revoked"]]);
    await expectRefusal(keystead(["key", "unlock", id, ...of], env), 3, /is already revoked/);
  });

  test("an unknown tenancy, an unknown key and another tenancy's key are not found", async () => {
    const { tenancyId, apiKey } = await server.demo();
    const { id: tenancy } = await json<CreatedTenancy>([...acme, "--name", "Other"], env);
    await expectRefusal(
      keystead(["key", "list", "--tenancy", "01m7xtptwzvnjx43qzgjds56yf"], env),
      3,
      /Tenancy 01m7xtptwzvnjx43qzgjds56yf not found\. List them with: keystead tenancy list/,
    );
    await expectRefusal(
      keystead(["key", "lock", "nothing", "--tenancy", tenancy], env),
      3,
      /has no API key nothing\. List them with: keystead key list/,
    );
    await expectRefusal(
      keystead(["key", "revoke", apiKey, "--tenancy", tenancy], env),
      3,
      /has no API key ks_\w{10}\./,
    );
    expect(await authorize(tenancyId, apiKey)).toBe(200);
  });

  test("a rotation appears in the key set immediately, and the old key stays in it", async () => {
    const published = async () => {
      const { keys } = (await (await fetch(`${server.url}/.well-known/jwks.json`)).json()) as {
        keys: { kid: string }[];
      };
      return keys.map(({ kid }) => kid);
    };
    const [before] = await published();
    const { kid, reEncrypted, activeFrom } = await json<{
      kid: string;
      reEncrypted: number;
      activeFrom: number;
    }>(["signing-key", "rotate"], env);
    expect((await published()).sort()).toEqual([before, kid].sort());
    expect(reEncrypted).toBe(1);
    expect(activeFrom).toBeGreaterThan(Date.parse("2026-01-01"));
    expect(await json(["signing-key", "rotate", "--re-encrypt-only"], env)).toEqual({
      reEncrypted: 2,
      reEncryptedWebhooks: 0,
    });
    expect((await keystead(["signing-key", "rotate"], env)).out).toMatch(
      /^The signing key \w{26} is published now and signs from .*\n.*\nRe-encrypted 2 keys/,
    );
  });

  test("the server keeps running", async () => {
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(server.output()).not.toContain("connection_lost");
    expect(await server.exit("SIGTERM")).toBe(0);
  });
});
