import { afterAll, beforeAll, expect, test } from "vitest";
import { beginRegistration } from "@/testing/ceremonies";
import { startTestService, type TestService } from "@/testing/test-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { newDatabaseUrl } from "@/testing/worker-database";
import { type Reply, sendUntilServed, type Wire } from "./send";
import { newDevice, newUser, page, registerUser, throughServer } from "./server-fixture";
import { type ComparedServer, makeSecret, openNextServer, openProductionServer } from "./servers";

let service: TestService;
/** Two production servers, which know client addresses, and plain Next. */
let servers: ComparedServer[] = [];

beforeAll(async () => {
  const databaseUrl = await newDatabaseUrl();
  const shared = {
    databaseUrl,
    secret: makeSecret(),
    baseUrl: "http://localhost:3000",
  };
  servers = [await openProductionServer(shared)];
  servers.push(...(await Promise.all([openProductionServer(shared), openNextServer(shared)])));
  service = startTestService(databaseUrl);
});

afterAll(async () => {
  await service?.close();
  await Promise.all(servers.map((server) => server.stop()));
});

function serverAt(index: number): ComparedServer {
  const server = servers[index % servers.length];
  if (server === undefined) throw new Error("no server is running");
  return server;
}

/** Sends all requests in parallel, spread over the servers in turn. */
const sendAll = (
  count: number,
  wireOf: (index: number) => Wire,
  among = servers.length,
): Promise<Reply[]> =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      sendUntilServed(serverAt(index % among), wireOf(Math.floor(index / among))),
    ),
  );

/** Counts the replies by status and tag. */
function tally(replies: Reply[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of replies) {
    const kind = `${status} ${status === 200 ? "" : (body?._tag ?? "")}`.trim();
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

test("exactly one of 100 parallel exchanges over all paths, mounts and methods of three servers succeeds", async () => {
  const tenancy = throughServer(serverAt(0), await createTestTenancy(service));
  const headers = { authorization: `Bearer ${tenancy.apiKey}` };
  for (const round of [1, 2, 3]) {
    const { code, principal } = await registerUser({ tenancy });
    const forms = [
      `/${tenancy.id}/token/${code}`,
      `/v2/${tenancy.id}/principal/${code}`,
      `/${tenancy.id}/principal/${code}`,
    ].flatMap((path) => [path, `${path}/`]);
    const wires: Wire[] = forms.flatMap((path): Wire[] => [
      { method: "GET", path, headers },
      ...(path.includes("/token/")
        ? []
        : [
            { method: "POST", path, headers },
            { method: "POST", path, headers, body: { userId: `raced-${round}` } },
          ]),
    ]);
    const replies = await sendAll(
      100,
      (index) => wires[index % wires.length] ?? { method: "GET", path: "/" },
    );
    expect(tally(replies)).toEqual({ 200: 1, "404 @error/InvalidCode": 99 });
    const { sub, userId } = replies.find(({ status }) => status === 200)?.body ?? {};
    // Another user id moves the passkey to a new user.
    expect(sub === principal.sub || userId === `raced-${round}`).toBe(true);
  }
});

test("exactly one of 100 parallel verifications of a session over three servers succeeds", async () => {
  const tenancy = throughServer(serverAt(0), await createTestTenancy(service));
  const { sessionToken, optionsJSON } = await beginRegistration(tenancy, newUser());
  const body = { sessionToken, response: newDevice().register(optionsJSON) };
  const replies = await sendAll(100, (index) => ({
    method: "POST",
    path: `${index % 2 ? "/v2" : ""}/${tenancy.id}/passkey/registration/verification`,
    headers: page,
    body,
  }));
  expect(tally(replies)).toEqual({ 200: 1, "400 @error/InvalidToken": 99 });
  expect(await service.db.passkey.count({ where: { tenancyId: tenancy.id } })).toBe(1);
});

test("10 of 500 parallel requests against a limit of 10 pass, over two servers", async () => {
  const { id } = await createTestTenancy(service);
  await service.pool.query('UPDATE "Tenancy" SET "optionsPerMinutePerAddress" = 10 WHERE id = $1', [
    id,
  ]);
  const paths = ["registration", "authentication"].flatMap((kind) => [
    `/v2/${id}/passkey/${kind}/options`,
    `/${id}/passkey/${kind}/options/`,
  ]);
  const wireOf = (index: number): Wire => ({
    method: "POST",
    path: paths[index % paths.length] ?? "/",
    headers: { ...page, "x-forwarded-for": `203.0.113.${index}` },
    body: { username: "ada" },
  });
  expect(tally(await sendAll(1, wireOf, 1))).toEqual({ 200: 1 });
  // The window must outlast the race on any machine.
  await service.pool.query(
    'UPDATE "LimitCounter" SET "expire" = "expire" + 3600000 WHERE starts_with("key", $1)',
    [id],
  );
  const replies = await sendAll(499, wireOf, 2);
  expect(tally(replies)).toEqual({ 200: 9, "429 @error/RateLimited": 490 });
  const refused = replies.filter(({ status }) => status === 429);
  for (const { headers, body } of refused) {
    expect(headers.get("retry-after")).toBe(String(body["retryAfterSeconds"]));
    expect(body["retryAfterSeconds"]).toBeGreaterThan(0);
    expect(body["retryAfterSeconds"]).toBeLessThanOrEqual(60);
  }
});
