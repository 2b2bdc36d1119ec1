import { createRemoteJWKSet, jwtVerify } from "jose";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from "@/testing/authenticator/software-authenticator";
import { removeServer, type ServerProcess } from "@/testing/server-process";
import { startLocalServer } from "@/testing/start-local-server";
import { type CreatedKey, type CreatedTenancy, json, keystead } from "./keystead";

const origin = "https://shop.example";
const create = [
  "tenancy",
  "create",
  "--name",
  "Shop",
  "--environment",
  "production",
  "--rp-id",
  "shop.example",
  "--allowed-origins",
  origin,
];
const sentence = "sets issuer, self-service, look-ups and who sends the email";

let server: ServerProcess;
let env: Record<string, string>;
beforeAll(async () => {
  server = await startLocalServer();
  env = {
    KEYSTEAD_MODE: "local",
    DATABASE_URL: await server.databaseUrl(),
    KEYSTEAD_DATA: server.dataFolder,
    PORT: String(server.port),
  };
});
afterAll(() => removeServer(server));

/** A client of the older generation: paths without /v2, and no knowledge of newer fields. */
function olderClient({ id, clientId, key }: { id: string; clientId: string; key: string }) {
  const call = async (
    path: string,
    { body, headers }: { body?: object; headers?: Record<string, string> } = {},
  ) => {
    const response = await fetch(`${server.url}/${id}/${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        Accept: "application/json",
        "X-PASSLOCK-CLIENT-VERSION": "2.4.0",
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const page = { Origin: origin, "X-CLIENT-ID": clientId };
  const backend = { Authorization: `Bearer ${key}` };
  return {
    call,
    fromPage: (path: string, body: object) => call(path, { body, headers: page }),
    fromBackend: (path: string, body?: object) =>
      call(path, { headers: backend, ...(body === undefined ? {} : { body }) }),
  };
}

async function createShop(...options: string[]) {
  const tenancy = await json<CreatedTenancy>([...create, ...options], env);
  const of = ["--tenancy", tenancy.id];
  const { key } = await json<CreatedKey>(["key", "create", ...of, "--name", "Shop"], env);
  return { ...tenancy, key, client: olderClient({ ...tenancy, key }) };
}

type Shop = Awaited<ReturnType<typeof createShop>>;

/** Runs both steps of a ceremony that the page starts by itself. */
async function runCeremony(
  { client }: Shop,
  device: SoftwareAuthenticator,
  kind: "registration" | "authentication",
): Promise<{ code: string; id_token: string; principal: { sub: string } }> {
  const options = await client.fromPage(
    `passkey/${kind}/options`,
    kind === "registration" ? { username: "ada" } : {},
  );
  expect(options.status).toBe(200);
  const { sessionToken, optionsJSON } = options.body as {
    sessionToken: string;
    optionsJSON: never;
  };
  const response =
    kind === "registration" ? device.register(optionsJSON) : device.authenticate(optionsJSON);
  const verified = await client.fromPage(`passkey/${kind}/verification`, {
    sessionToken,
    response,
  });
  expect(verified.status).toBe(200);
  return verified.body as Awaited<ReturnType<typeof runCeremony>>;
}

async function emailsOf({ id }: Shop): Promise<number> {
  const database = new pg.Client({ connectionString: await server.databaseUrl() });
  await database.connect();
  const { rowCount } = await database.query(
    `SELECT FROM "OutboxMail" WHERE "tenancyId" = $1 UNION ALL
     SELECT FROM "InboxMail" WHERE "tenancyId" = $1`,
    [id],
  );
  await database.end();
  return rowCount ?? 0;
}

test("a client of the older generation works against a compatible tenancy", async () => {
  const shop = await createShop("--compatible");
  const { client } = shop;
  const device = createSoftwareAuthenticator({ origin });

  await runCeremony(shop, device, "registration");
  const { code, id_token, principal } = await runCeremony(shop, device, "authentication");
  const keys = createRemoteJWKSet(new URL("/.well-known/jwks.json", server.url));
  const { payload } = await jwtVerify(id_token, keys, {
    issuer: "passlock.dev",
    audience: shop.id,
  });

  const exchanged = await client.fromBackend(`token/${code}`);
  expect(exchanged).toMatchObject({
    status: 200,
    body: { token: code, sub: principal.sub, iss: "passlock.dev", aud: shop.id },
  });
  expect(await client.fromBackend(`user/${principal.sub}`)).toMatchObject({
    status: 200,
    body: { user: { sub: principal.sub } },
  });
  expect(await client.call(`credential/${String(payload["a:id"])}`)).toMatchObject({
    status: 200,
    body: { rpId: "shop.example", credentialId: expect.any(String) },
  });

  const created = await client.fromBackend("challenges", {
    purpose: "login",
    email: "ada@shop.example",
  });
  expect(created).toMatchObject({ status: 201, body: { challenge: { message: {} } } });
  expect(await emailsOf(shop)).toBe(0);
  const { challengeId, secret, code: emailed } = created.body["challenge"] as never;
  expect(
    await client.fromBackend("challenges/verify", { challengeId, secret, code: emailed }),
  ).toMatchObject({ status: 200, body: { _tag: "ChallengeVerified" } });
});

test("a request can still ask for the email", async () => {
  const shop = await createShop("--compatible");
  const body = { purpose: "login", email: "ada@shop.example", sendEmail: true };
  expect(await shop.client.fromBackend("challenges", body)).toMatchObject({ status: 201 });
  expect(await emailsOf(shop)).toBeGreaterThan(0);
});

test("an ordinary tenancy refuses that client", async () => {
  const shop = await createShop();
  const { client } = shop;
  expect(await client.fromPage("passkey/registration/options", { username: "ada" })).toMatchObject({
    status: 403,
  });
  expect(await client.call(`credential/${shop.id}`)).toMatchObject({ status: 404 });
  await client.fromBackend("challenges", { purpose: "login", email: "ada@shop.example" });
  expect(await emailsOf(shop)).toBeGreaterThan(0);
});

test("the command shows the four settings, and tenancy set undoes each", async () => {
  const shown = await keystead([...create, "--compatible"], env);
  expect(shown.code).toBe(0);
  for (const row of [
    /^ {2}--issuer +passlock\.dev$/m,
    /^ {2}--self-service-registration +on$/m,
    /^ {2}--self-service-authentication +on$/m,
    /^ {2}--legacy-lookups +on$/m,
    /^ {2}--send-email-by-default +off$/m,
  ])
    expect(shown.out).toMatch(row);
  const { id } = await createShop("--compatible");
  const undo = [
    "--issuer",
    "",
    "--self-service-registration",
    "off",
    "--legacy-lookups",
    "off",
    "--send-email-by-default",
    "on",
  ];
  await json(["tenancy", "set", "--tenancy", id, ...undo], env);
  expect(await json(["tenancy", "get", "--tenancy", id], env)).toMatchObject({
    issuer: null,
    selfServiceRegistration: false,
    legacyLookups: false,
    sendEmailByDefault: true,
  });
  expect((await keystead(["tenancy", "create", "--help"])).out.replace(/\s+/g, " ")).toContain(
    sentence,
  );
});
