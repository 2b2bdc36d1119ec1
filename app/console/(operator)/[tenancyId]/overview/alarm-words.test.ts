import { expect, test } from "vitest";
import { type Alarm, figuresMs, lateEmailsCounted } from "@/lib/domain/history/alarm/alarm";
import { alarmWords } from "./alarm-words";

const nowMs = Date.UTC(2026, 0, 1, 12, 30);
const hourMs = Date.UTC(2026, 0, 1, 12);
const words = (alarm: Alarm) => alarmWords(alarm, { tenancyId: "t", nowMs });
const range = (fromMs: number, toMs: number) =>
  new URLSearchParams({
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
  }).toString();

test("failing deliveries link to the emails in each state that occurs", () => {
  const { text, links } = words({
    kind: "deliveries-failing",
    isSevere: true,
    sinceMs: hourMs,
    answer: "451",
    tried: 8,
    retrying: 2,
    refused: 0,
    expired: 1,
  });
  const lastHour = range(nowMs - figuresMs, nowMs);
  expect(text).toBe("The provider didn’t accept 3 of the last 8 emails.");
  expect(links).toEqual([
    { label: "2 retrying", href: `/console/t/challenges?delivery=retrying&${lastHour}` },
    { label: "1 not sent in time", href: `/console/t/challenges?delivery=expired&${lastHour}` },
  ]);
});

test("late emails are counted up to a bound", () => {
  const late = (emails: number) =>
    words({ kind: "deliveries-late", isSevere: true, sinceMs: nowMs, emails }).text;
  expect(late(1)).toBe("1 email has been due for more than a minute.");
  expect(late(lateEmailsCounted)).toBe(
    "1,000 or more emails have been due for more than a minute.",
  );
});

test.each([
  [false, 80, "The hourly limit on codes is near for visitors", "80 of 100 codes (80%)"],
  [true, 100, "The hourly limit on codes is reached for visitors", "100 of 100 codes (100%)"],
])("a ceiling says how much is used: severe %s", (isSevere, used, title, text) => {
  const alarm = { kind: "visitor-ceiling", isSevere, sinceMs: hourMs, used, ceiling: 100 } as const;
  expect(words(alarm)).toMatchObject({ title, text: expect.stringContaining(text) as string });
});

const failures = {
  kind: "failure-rate",
  isSevere: false,
  sinceMs: hourMs,
  failures: 48,
  top: null,
  usualFailures: 3.2,
  fromMs: hourMs,
} as const;

test("failed requests name their most frequent reason with its share, and link to its events", () => {
  const at = (origin: string | null) =>
    words({ ...failures, top: { reason: "Forbidden", count: 40, origin } });
  const { text, links } = at("https://shop.example");
  expect(text).toBe(
    "48 requests failed within an hour. Usually it’s 3. The most frequent reason is " +
      "“Origin not allowed”: 40 of 48 (83%).",
  );
  expect(links[0]).toEqual({
    label: "Origin not allowed: 40",
    href: "/console/t/activity?kind=refused&reason=Forbidden&" + range(hourMs, hourMs + figuresMs),
  });
  expect(at(null).links[0]?.label).toBe("Origin, client id or scope not allowed: 40");
});

test("failed requests are compared with the usual number, and link to their hour", () => {
  const at = (usualFailures: number) => words({ ...failures, usualFailures });
  expect(at(0.4).text).toBe("48 requests failed within an hour. Usually it’s less than one.");
  expect(at(3.2).text).toBe("48 requests failed within an hour. Usually it’s 3.");
  expect(at(3).links[0]?.href).toBe(
    `/console/t/activity?kind=refused&${range(hourMs, hourMs + figuresMs)}`,
  );
});

test("failing webhooks are named with their last failure, and link to their pages", () => {
  const webhook = (id: string, name: string, cause: string | null) => ({
    id,
    name,
    cause,
    sinceMs: hourMs,
  });
  const at = (...webhooks: ReturnType<typeof webhook>[]) =>
    words({ kind: "webhooks-failing", isSevere: false, sinceMs: hourMs, webhooks });
  const mirror = webhook("a", "Mirror", "500");
  expect(at(mirror).text).toBe("“Mirror” (answer 500) accepts no events.");
  const { text, links } = at(mirror, webhook("b", "Search", "dns"), webhook("c", "CRM", null));
  expect(text).toBe(
    "“Mirror” (answer 500), “Search” (the name wasn’t found), and “CRM” accept no events.",
  );
  expect(links[1]).toEqual({ label: "Webhook “Search”", href: "/console/t/settings/webhooks/b" });
});
