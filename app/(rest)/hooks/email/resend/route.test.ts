import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { unblockMailbox } from "@/lib/domain/user/mailbox-problem/mailbox-problem";
import { challengeOf, newMailbox } from "@/testing/challenge-rules";
import { provideEmailProviders } from "@/testing/email-providers";
import { provideService } from "@/testing/provide-service";
import {
  acceptResendEvents,
  postEvent,
  resendSecret,
  sampleEvent,
  sendEvent,
  signedHeaders,
} from "@/testing/resend-events";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { GET, POST } from "./route";

const run = provideService();
const providers = provideEmailProviders(run);
let restore: () => void;
beforeAll(() => void (restore = acceptResendEvents()));
afterAll(() => restore());

const minute = 60_000;

/** Sends a code through Resend, and returns Resend's id of the email. */
async function sendCode(tenancy: TestTenancy, email = newMailbox()) {
  const { challengeId } = await challengeOf(tenancy, { email });
  await providers.deliver(providers.byResend);
  const { answer } = await run.current.db.outboxEmail.findFirstOrThrow({
    where: { tenancyId: tenancy.id, challengeId },
  });
  return { email, challengeId, messageId: answer ?? "" };
}

const feedbackOf = async ({ id: tenancyId }: TestTenancy) =>
  (await run.current.db.outboxEmail.findMany({ where: { tenancyId } })).map(
    ({ feedback }) => feedback,
  );
const problemsOf = ({ id: tenancyId }: TestTenancy) =>
  run.current.db.mailboxProblem.findMany({ where: { tenancyId } });
const isUntouched = async (tenancy: TestTenancy) => {
  expect(await feedbackOf(tenancy)).toEqual([null]);
  expect(await problemsOf(tenancy)).toEqual([]);
};

test("a bounce of an email of ours is recorded for its mailbox", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { email, messageId } = await sendCode(tenancy);
  expect(await sendEvent(run.current, sampleEvent(run.current, { messageId, to: email }))).toBe(
    204,
  );
  expect(await feedbackOf(tenancy)).toEqual(["bounced"]);
  const now = run.current.clock.now();
  expect(await problemsOf(tenancy)).toEqual([
    {
      tenancyId: tenancy.id,
      email,
      bouncedAt: new Date(now),
      bounceReason: "550 5.1.1 no such user",
      blockedUntil: new Date(now + 24 * 60 * minute),
      complainedAt: null,
      updatedAt: new Date(now),
    },
  ]);
});

test.each<[string, object, { type?: string; isBlocked?: boolean }]>([
  ["a null message", { bounce: { type: "Permanent", message: null } }, {}],
  ["a null bounce", { bounce: null }, {}],
  ["a null time", { created_at: null }, {}],
  ["a time that is no text", { created_at: 1 }, {}],
  ["one recipient as text", { to: "ada@example.com" }, {}],
  ["no recipient", { to: null }, {}],
  [
    "an email that Resend failed to send",
    { failed: { reason: "reached_daily_quota" } },
    { type: "email.failed", isBlocked: false },
  ],
])("an event counts with %s", async (_what, data, { type = "email.bounced", isBlocked = true }) => {
  const tenancy = await createTestTenancy(run.current);
  const { email, messageId } = await sendCode(tenancy);
  const event = sampleEvent(run.current, { messageId, to: email, type });
  await sendEvent(run.current, { ...event, data: { ...event.data, ...data } });
  expect(await feedbackOf(tenancy)).toEqual(["bounced"]);
  expect((await problemsOf(tenancy)).map(({ blockedUntil }) => blockedUntil !== null)).toEqual([
    isBlocked,
  ]);
});

describe("nothing is recorded, and the answer is 403, if the event", () => {
  const other = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
  const now = () => run.current.clock.now();

  test.each<[string, (body: string) => Record<string, string>]>([
    ["has no signature", () => ({})],
    [
      "is signed with another secret",
      (body) => signedHeaders(run.current, body, { secret: other }),
    ],
    ["has the signature of another body", (body) => signedHeaders(run.current, `${body} `)],
    [
      "has another id than was signed",
      (body) => ({ ...signedHeaders(run.current, body), "svix-id": "msg_2" }),
    ],
    [
      "is older than five minutes",
      (body) => signedHeaders(run.current, body, { atMs: now() - 5 * minute - 1_000 }),
    ],
    [
      "is from the future",
      (body) => signedHeaders(run.current, body, { atMs: now() + 5 * minute + 1_000 }),
    ],
    [
      "is old, with a new time that was not signed",
      (body) => ({
        ...signedHeaders(run.current, body, { atMs: now() - 60 * minute }),
        "svix-timestamp": String(Math.floor(now() / 1_000)),
      }),
    ],
    [
      "has its headers under other names",
      (body) =>
        Object.fromEntries(
          Object.entries(signedHeaders(run.current, body)).map(([name, value]) => [
            name.replace("svix-", "webhook-"),
            value,
          ]),
        ),
    ],
  ])("%s", async (_what, headersOf) => {
    const tenancy = await createTestTenancy(run.current);
    const { email, messageId } = await sendCode(tenancy);
    const body = JSON.stringify(sampleEvent(run.current, { messageId, to: email }));
    expect(await postEvent(body, headersOf(body))).toEqual({
      status: 403,
      tag: "@error/Forbidden",
    });
    await isUntouched(tenancy);
  });
});

test("an event counts once, however often it comes, and never undoes an operator's retry", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { email, messageId } = await sendCode(tenancy);
  const event = sampleEvent(run.current, { messageId, to: email });
  const body = JSON.stringify(event);
  const headers = signedHeaders(run.current, body);
  const replies = await Promise.all(Array.from({ length: 20 }, () => postEvent(body, headers)));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([204]));
  await run.current.timeline.flush();
  expect(
    await run.current.db.timelineEvent.count({
      where: { tenancyId: tenancy.id, kind: "code.failed" },
    }),
  ).toBe(1);
  const before = await problemsOf(tenancy);
  run.current.clock.advance(minute);
  await postEvent(body, headers);
  expect(await problemsOf(tenancy)).toEqual(before);
  await unblockMailbox(tenancy.ctx, email);
  await postEvent(body, headers);
  // Resend signs its own repeats again.
  run.current.clock.advance(60 * minute);
  expect(await sendEvent(run.current, event)).toBe(204);
  expect(await problemsOf(tenancy)).toMatchObject([{ blockedUntil: null }]);
});

describe("an event about an email that is not ours", () => {
  test.each([
    ["of our own mailbox", (email: string) => email],
    ["of any other mailbox", () => "customer@marketing.example"],
  ])("changes nothing: a bounce %s", async (_what, toOf) => {
    const tenancy = await createTestTenancy(run.current);
    const { email } = await sendCode(tenancy);
    const event = sampleEvent(run.current, { to: toOf(email) });
    expect(await sendEvent(run.current, event)).toBe(204);
    await isUntouched(tenancy);
    expect(await run.current.db.mailboxProblem.count({ where: { email: toOf(email) } })).toBe(0);
  });

  test("is asked for again while the email is so young that it may be ours", async () => {
    const event = sampleEvent(run.current, { emailAgeMs: 1_000 });
    const body = JSON.stringify(event);
    expect(await postEvent(body, signedHeaders(run.current, body))).toEqual({
      status: 503,
      tag: "@error/Unavailable",
    });
    run.current.clock.advance(minute);
    expect(await sendEvent(run.current, event)).toBe(204);
  });

  test("is one that another provider accepted with the same answer", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { email, messageId } = await sendCode(tenancy);
    await run.current.db.outboxEmail.updateMany({
      where: { tenancyId: tenancy.id },
      data: { provider: "smtp" },
    });
    await sendEvent(run.current, sampleEvent(run.current, { messageId, to: email }));
    await isUntouched(tenancy);
  });
});

test("an event that names another tenancy's mailbox concerns only whom the email was sent to", async () => {
  const [here, there] = [
    await createTestTenancy(run.current),
    await createTestTenancy(run.current),
  ];
  const mine = await sendCode(here);
  const theirs = await sendCode(there);
  const { messageId } = mine;
  await sendEvent(run.current, sampleEvent(run.current, { messageId, to: theirs.email }));
  expect(await problemsOf(here)).toMatchObject([{ email: mine.email }]);
  await isUntouched(there);
});

test("one mailbox in two tenancies bounces in the one whose email did", async () => {
  const [here, there] = [
    await createTestTenancy(run.current),
    await createTestTenancy(run.current),
  ];
  const { email, messageId } = await sendCode(here);
  await sendCode(there, email);
  await sendEvent(run.current, sampleEvent(run.current, { messageId, to: email }));
  expect(await problemsOf(here)).toHaveLength(1);
  await isUntouched(there);
});

describe("a huge body", () => {
  const huge = "x".repeat(65 * 1024);

  test("is refused by its length", async () => {
    const headers = { ...signedHeaders(run.current, huge), "content-length": String(huge.length) };
    expect(await postEvent(huge, headers)).toEqual({ status: 413, tag: "@error/PayloadTooLarge" });
  });

  test("is read no further than 64 KiB, and not at all without a recent time", async () => {
    let read = 0;
    const endless = () =>
      new ReadableStream({
        pull(controller) {
          read += 1_024;
          controller.enqueue(new Uint8Array(1_024));
        },
      });
    const post = async (headers: Record<string, string>) => {
      const init = { method: "POST", body: endless(), headers, duplex: "half" };
      const request = new Request("http://localhost/hooks/email/resend", init);
      return (await POST(request, { params: Promise.resolve({}) })).status;
    };
    expect(await post(signedHeaders(run.current, ""))).toBe(413);
    expect(read).toBeLessThan(70 * 1024);
    read = 0;
    expect(await post({})).toBe(403);
    expect(read).toBeLessThan(4 * 1024);
  });
});

test.each([
  ["not JSON", "{", 400],
  ["null", "null", 204],
  ["a list", "[]", 204],
  ["an id that is no text", '{"type":"email.bounced","data":{"email_id":{}}}', 204],
  [
    "a recipient that is no list",
    `{"type":"email.bounced","data":{"email_id":"${randomUUID()}","to":1}}`,
    204,
  ],
  ["deeply nested", `${"[".repeat(20_000)}${"]".repeat(20_000)}`, 204],
])("a signed body that is %s changes nothing", async (_what, body, status) => {
  expect((await postEvent(body, signedHeaders(run.current, body))).status).toBe(status);
});

test.each(["email.delivered", "email.opened", "email.sent", "contact.created"])(
  "%s changes nothing",
  async (type) => {
    const tenancy = await createTestTenancy(run.current);
    const { email, messageId } = await sendCode(tenancy);
    await sendEvent(run.current, sampleEvent(run.current, { type, messageId, to: email }));
    await isUntouched(tenancy);
  },
);

test("what a mail server quotes is stored without addresses, codes and control characters", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { email, messageId } = await sendCode(tenancy);
  const bounce = {
    type: "Permanent",
    message: `550 <${email}> said 048213\0\r\n${"x".repeat(9_999)}`,
  };
  await sendEvent(run.current, sampleEvent(run.current, { messageId, to: email, bounce }));
  const [problem] = await problemsOf(tenancy);
  expect(problem?.bounceReason).toMatch(/^550 … said … x+$/);
  expect(problem?.bounceReason?.length).toBeLessThanOrEqual(300);
});

test("nothing is accepted without EMAIL_WEBHOOK_SECRET, and only POST", async () => {
  const event = sampleEvent(run.current);
  const body = JSON.stringify(event);
  const headers = signedHeaders(run.current, body, { secret: resendSecret });
  restore();
  expect(await postEvent(body, headers)).toEqual({ status: 404, tag: "@error/NotFound" });
  restore = acceptResendEvents();
  const request = new Request("http://localhost/hooks/email/resend");
  const refused = await GET(request, { params: Promise.resolve({}) });
  expect([refused.status, refused.headers.get("allow")]).toEqual([405, "POST"]);
});
