import { expect, test } from "vitest";
import type { Events } from "@/lib/contract/event";
import { createApiKey } from "@/lib/domain/access/api-key/create-api-key";
import { setUserDisabled } from "@/lib/domain/user/set-user-disabled";
import type { ApiReply } from "@/testing/api-client";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { register } from "@/testing/ceremonies";
import { sealAndNumber } from "@/testing/feed";
import { provideService } from "@/testing/provide-service";
import { testKeyRoute } from "@/testing/route-rules";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";
import { callerWith } from "@/testing/user-manager";

const run = provideService();

testKeyRoute(run, {
  method: "GET",
  path: "events",
  allow: "GET, HEAD",
  scope: "events:read",
  lacking: "users:list",
});

const eventsOf = ({ body }: ApiReply) => body as unknown as Events;
const typesOf = (reply: ApiReply) => eventsOf(reply).records.map(({ type }) => type);

async function open() {
  const tenancy = await createTestTenancy(run.current);
  const call = await callerWith(tenancy, ["events:read"]);
  const get = (query = "") => call("GET", `events?${query}`);
  await sealAndNumber(run.current);
  const { last } = eventsOf(await get("after=newest"));
  return { tenancy, get, last };
}

const addKey = ({ ctx }: TestTenancy, name = "Another") =>
  createApiKey(ctx, { name, scopes: ["ceremonies"] });

test("returns events by number, with ids and names only", async () => {
  const { tenancy, get, last } = await open();
  const device = createSoftwareAuthenticator({ origin: testOrigin });
  const { principal } = await register(tenancy, device, { userId: "ada" });
  await setUserDisabled(tenancy.ctx, principal.sub, true, "Ada asked, ada@example.com");
  await sealAndNumber(run.current);
  const reply = await get(`after=${last}`);
  expect(reply.status).toBe(200);
  expect(typesOf(reply)).toEqual([
    "user.created",
    "user.email-held",
    "passkey.registered",
    "user.disabled",
  ]);
  expect(reply.text).not.toContain("@example.com");
  const { records, last: newest } = eventsOf(reply);
  expect(newest).toBe(last + 4);
  expect(records[3]).toEqual({
    _tag: "Event",
    number: last + 4,
    id: expect.any(String) as string,
    type: "user.disabled",
    createdAt: run.current.clock.now(),
    actor: tenancy.ctx.actor,
    target: { kind: "user", id: principal.sub },
    sub: principal.sub,
    userId: "ada",
    requestId: "test",
  });
});

test("pages begin where the last one ended", async () => {
  const { tenancy, get, last } = await open();
  for (let count = 0; count < 5; count++) await addKey(tenancy);
  await sealAndNumber(run.current);
  const numbers: number[] = [];
  for (let after = last; ;) {
    const page = eventsOf(await get(`after=${after}&limit=2`));
    numbers.push(...page.records.map(({ number }) => number));
    if (page.records.length === 0) break;
    after = page.last;
  }
  expect(numbers).toEqual([1, 2, 3, 4, 5].map((place) => last + place));
});

test("types choose events, and last passes those that they leave out", async () => {
  const { tenancy, get, last } = await open();
  await addKey(tenancy);
  await register(tenancy, createSoftwareAuthenticator({ origin: testOrigin }));
  await sealAndNumber(run.current);
  const chosen = await get(`after=${last}&types=user.created,passkey.registered`);
  expect(typesOf(chosen)).toEqual(["user.created", "passkey.registered"]);
  const none = eventsOf(await get(`after=${last}&types=user.erased`));
  expect(none).toMatchObject({ records: [], last: last + 4 });
});

test.each([
  ["after=x", "after", /whole number/],
  ["after=-1", "after", /whole number/],
  ["limit=0", "limit", /from 1 to 1000/],
  ["wait=26", "wait", /from 0 to 25/],
  ["types=user.eraser", "types", /did you mean user.erased/],
  ["types=", "types", /no type of event/],
  ["since=1", "since", /./],
])("refuses %s", async (query, path, message) => {
  const { get } = await open();
  const { status, body } = await get(query);
  expect(status).toBe(400);
  expect(body["issues"]).toEqual([{ path, message: expect.stringMatching(message) as string }]);
});

test("another feed, and a number above the last one, is FeedReset, which says the cause", async () => {
  const { get, last } = await open();
  const { feed } = eventsOf(await get("after=newest"));
  expect((await get(`after=${last}&feed=${feed}`)).status).toBe(200);
  const beyond = `No event has the number ${last + 1}: the newest one of this tenancy has ${last}.`;
  for (const [query, cause] of [
    [`after=${last}&feed=another`, "The feed has another name than `feed`"],
    [`after=${last + 1}&feed=another`, "The feed has another name than `feed`"],
    [`after=${last + 1}`, `${beyond} Either a backup was restored`],
    [`after=${last + 1}&wait=25`, `${beyond} Either a backup was restored`],
    [`after=${last + 1}&feed=${feed}`, `${beyond} Either an older copy`],
  ] as const) {
    const { status, body } = await get(query);
    expect([status, body["_tag"]]).toEqual([409, "@error/FeedReset"]);
    expect(body["message"]).toContain(cause);
  }
});

test("a tenancy's events are invisible to others", async () => {
  const [one, two] = [await open(), await open()];
  await addKey(one.tenancy, "Secret");
  await sealAndNumber(run.current);
  expect(eventsOf(await two.get(`after=${two.last}`)).records).toEqual([]);
});

test("a request waits for the next event", async () => {
  const { tenancy, get, last } = await open();
  const waiting = get(`after=${last}&wait=25`);
  await addKey(tenancy);
  await sealAndNumber(run.current);
  expect(typesOf(await waiting)).toEqual(["api-key.created"]);
});

test("a request with types waits for an event of these", async () => {
  const { tenancy, get, last } = await open();
  const waiting = get(`after=${last}&wait=25&types=user.created`);
  await addKey(tenancy);
  await sealAndNumber(run.current);
  await register(tenancy, createSoftwareAuthenticator({ origin: testOrigin }));
  await sealAndNumber(run.current);
  expect(typesOf(await waiting)).toEqual(["user.created"]);
});

test("a request that waits in vain gets an empty page", async () => {
  const { get, last } = await open();
  expect(eventsOf(await get(`after=${last}&wait=1`))).toMatchObject({ records: [], last });
});

test("a key that is locked while its request waits reads nothing", async () => {
  const { tenancy, get, last } = await open();
  const waiting = get(`after=${last}&wait=25`);
  await run.current.db.apiKey.updateMany({
    where: { tenancyId: tenancy.id },
    data: { lockedAt: new Date(run.current.clock.now()) },
  });
  await addKey(tenancy);
  await sealAndNumber(run.current);
  expect(await waiting).toMatchObject({ status: 403 });
});

test("of a tenancy's requests, 20 wait and the others are answered at once", async () => {
  const { tenancy, get, last } = await open();
  const replies: ApiReply[] = [];
  const requests = Array.from({ length: 25 }, () =>
    get(`after=${last}&wait=25`).then((reply) => void replies.push(reply)),
  );
  await expect.poll(() => replies.length).toBe(5);
  await addKey(tenancy);
  await sealAndNumber(run.current);
  await Promise.all(requests);
  const counts = replies.map((reply) => eventsOf(reply).records.length);
  expect(counts.slice(0, 5)).toEqual([0, 0, 0, 0, 0]);
  expect(counts.slice(5).every((count) => count === 1)).toBe(true);
});

test("waiting requests take no turn from other requests of their tenancy", async () => {
  const { tenancy, get, last } = await open();
  const waiting = Array.from({ length: 20 }, () => get(`after=${last}&wait=25`));
  const others = Array.from({ length: 40 }, () => tenancy.backend("GET", "passkeys"));
  for (const { status } of await Promise.all(others)) expect(status).toBe(200);
  await addKey(tenancy);
  await sealAndNumber(run.current);
  for (const reply of await Promise.all(waiting))
    expect(typesOf(reply)).toEqual(["api-key.created"]);
});
