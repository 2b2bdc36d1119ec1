import { type IncomingMessage, request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { VaultExportLine } from "@/lib/contract/vault";
import { revokeApiKey } from "@/lib/domain/access/api-key/set-api-key-state";
import { authenticate, register } from "@/testing/ceremonies";
import { sampleLine } from "@/testing/import-lines";
import { startTestService, type TestService } from "@/testing/test-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { exporter, multiplyPasskey, ndjson, parseLines, toText } from "@/testing/vault-files";
import { newDatabaseUrl } from "@/testing/worker-database";
import { type Reply, send } from "./send";
import { newDevice, registerUser, throughServer } from "./server-fixture";
import { type ComparedServer, makeSecret, openNextServer, openProductionServer } from "./servers";

/** The first installation. The other one has its own database and secret. */
let service: TestService;
let otherService: TestService;
let servers: { production: ComparedServer; next: ComparedServer; other: ComparedServer };
/** Thousands of lines to import, cut anywhere. */
let oddChunks: string[];
/** Tenancies of the first installation, with the passkeys that their names say. */
let thousands: TestTenancy;
let tenThousands: TestTenancy;

/** Creates a tenancy whose one user has copies of one passkey. */
async function createFull(copies: number): Promise<TestTenancy> {
  const tenancy = throughServer(servers.production, await createTestTenancy(service));
  await registerUser({ tenancy });
  await multiplyPasskey(service, tenancy, copies);
  return tenancy;
}

beforeAll(async () => {
  const databaseUrl = await newDatabaseUrl();
  const otherUrl = await newDatabaseUrl();
  const shared = { databaseUrl, secret: makeSecret() };
  const production = await openProductionServer(shared);
  const [next, other] = await Promise.all([
    openNextServer(shared),
    openProductionServer({ databaseUrl: otherUrl, secret: makeSecret() }),
  ]);
  servers = { production, next, other };
  otherService = startTestService(otherUrl);
  service = startTestService(databaseUrl);
  oddChunks = toText(Array.from({ length: 3_000 }, () => sampleLine())).match(/[^]{1,4099}/g) ?? [];
  thousands = await createFull(2_000);
  tenThousands = await createFull(20_000);
});

afterAll(async () => {
  await Promise.all([service?.close(), otherService?.close()]);
  await Promise.all(Object.values(servers ?? {}).map((server) => server.stop()));
});

const both = [["production"], ["next"]] as const;
const bearer = ({ apiKey }: TestTenancy) => ({ authorization: `Bearer ${apiKey}` });

test("an export imports into another installation, and the same authenticator signs in there", async () => {
  const from = throughServer(servers.next, await createTestTenancy(service));
  const to = throughServer(servers.other, await createTestTenancy(otherService));
  const device = newDevice();
  const { principal } = await register(from, device, {
    userId: "ada",
    username: "ada@example.com",
  });
  const { text } = await send(servers.next, {
    method: "GET",
    path: `/${from.id}/passkeys/export/`,
    headers: (await exporter(from)).headers,
  });
  const report = await send(servers.other, {
    method: "POST",
    path: `/${to.id}/passkeys/import/`,
    headers: { ...bearer(to), ...ndjson },
    body: text,
  });
  expect(report).toMatchObject({ status: 200, body: { lines: 1, created: 1, usersCreated: 1 } });
  const signedIn = await authenticate(to, device);
  expect(signedIn.principal).toMatchObject({
    sub: principal.sub,
    userId: "ada",
    authenticatorId: principal.authenticatorId,
    email: "ada@example.com",
  });
});

/** Sends a body in the given chunks, without a length. */
function sendChunks(
  server: ComparedServer,
  tenancy: TestTenancy,
  chunks: Iterable<string>,
): Promise<Pick<Reply, "status" | "text">> {
  return new Promise((resolve, reject) => {
    const headers = { ...bearer(tenancy), ...ndjson, "transfer-encoding": "chunked" };
    const outgoing = request(
      {
        host: "127.0.0.1",
        port: server.port,
        method: "POST",
        path: `/v2/${tenancy.id}/passkeys/import`,
        headers,
        // A connection of its own: while this process is busy, the server may close an idle one, and
        // a body that is being sent can't be repeated.
        agent: false,
      },
      (incoming) => {
        let text = "";
        incoming.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        incoming.on("end", () => resolve({ status: incoming.statusCode ?? 0, text }));
      },
    );
    outgoing.on("error", reject);
    const source = chunks[Symbol.iterator]();
    const write = () => {
      for (let next = source.next(); ; next = source.next()) {
        if (next.done === true) return void outgoing.end();
        if (!outgoing.write(next.value)) return void outgoing.once("drain", write);
      }
    };
    write();
  });
}

describe.each(both)("an import on the %s server", (name) => {
  test("accepts thousands of lines in odd chunks", async () => {
    const tenancy = await createTestTenancy(service);
    const { status, text: told } = await sendChunks(servers[name], tenancy, oddChunks);
    expect([status, JSON.parse(told)]).toMatchObject([200, { lines: 3_000, created: 3_000 }]);
    expect(await service.db.passkey.count({ where: { tenancyId: tenancy.id } })).toBe(3_000);
  });

  test("returns 413 for an endless body", async () => {
    const tenancy = await createTestTenancy(service);
    const padding = `{"x":"${"x".repeat(16_000)}"}\n`;
    const most = (32 * 1024 * 1024) / padding.length;
    function* endless() {
      for (let index = 0; index < most; index++) yield padding;
    }
    // A client that is cut off while it sends may not get to read the response.
    const reply = await sendChunks(servers[name], tenancy, endless()).catch(
      (error: NodeJS.ErrnoException) => error.code,
    );
    if (typeof reply === "object") expect(reply.status).toBe(413);
    else expect(reply).toMatch(/^(EPIPE|ECONNRESET)$/);
    expect((await send(servers[name], { method: "GET", path: "/readyz" })).status).toBe(200);
  });
});

describe.each(both)("an export on the %s server", (name) => {
  const open = (tenancy: TestTenancy, headers: Record<string, string>) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      request(
        {
          host: "127.0.0.1",
          port: servers[name].port,
          path: `/v2/${tenancy.id}/passkeys/export`,
          headers,
        },
        resolve,
      )
        .on("error", reject)
        .end();
    });

  test("delivers thousands of passkeys and the end line", async () => {
    const tenancy = throughServer(servers[name], thousands);
    const { text } = await send(servers[name], {
      method: "GET",
      path: `/v2/${tenancy.id}/passkeys/export`,
      headers: (await exporter(tenancy)).headers,
    });
    const lines = parseLines(text);
    expect(lines).toHaveLength(2_002);
    expect(lines.at(-1)).toEqual({ _tag: "VaultExportEnd", passkeys: 2_001 });
  });

  test("breaks off without an end line when its key is revoked meanwhile", async () => {
    const tenancy = throughServer(servers[name], tenThousands);
    const { id, headers } = await exporter(tenancy);
    const incoming = await open(tenancy, headers);
    // The client reads nothing yet, so most of the export is still on the server.
    await revokeApiKey(tenancy.ctx, id);
    let text = "";
    const reading = new Promise<string>((resolve) => {
      incoming.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      incoming.once("end", () => resolve("whole")).once("error", () => resolve("broken off"));
    });
    expect(await reading).toBe("broken off");
    const lines = text.split("\n");
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.length).toBeLessThan(20_000);
    expect(text).not.toContain("VaultExportEnd");
    VaultExportLine.parse(JSON.parse(lines[0] ?? ""));
  });

  test("leaves the server working when its client disconnects", async () => {
    const tenancy = throughServer(servers[name], tenThousands);
    const { headers } = await exporter(tenancy);
    for (let round = 0; round < 15; round++) (await open(tenancy, headers)).destroy();
    expect((await send(servers[name], { method: "GET", path: "/readyz" })).status).toBe(200);
    expect((await tenancy.backend("GET", "passkeys?limit=1")).status).toBe(200);
  });
});
