import { expect, test } from "vitest";
import { figuresMs } from "@/lib/domain/history/alarm/alarm";
import { unalarmingWords } from "./unalarming-words";

const nowMs = Date.UTC(2026, 0, 1, 12, 30);
const span = { fromMs: Date.UTC(2026, 0, 1, 11), toMs: Date.UTC(2026, 0, 1, 13) };
const place = { tenancyId: "t", nowMs };
const range = (fromMs: number, toMs: number) =>
  new URLSearchParams({
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
  }).toString();

test.each([
  [1, 20, "1 request failed", "An alarm starts at 20 in one clock hour."],
  [
    34,
    null,
    "34 requests failed",
    "There is more traffic than usual, and the share that fails is the usual one.",
  ],
])("%i failed requests are compared with the threshold", (failed, threshold, label, comparison) => {
  const requests = { failed, threshold, ...span };
  expect(unalarmingWords({ requests, emails: null, webhooks: [] }, place)).toEqual({
    requests: {
      label,
      comparison,
      sinceMs: span.fromMs,
      href: `/console/t/activity?kind=refused&${range(span.fromMs, span.toMs)}`,
    },
    emails: null,
    webhooks: [],
  });
});

test("failed emails link to the emails of each state, with their number", () => {
  const emails = { tried: 15, retrying: 2, refused: 1, expired: 0 };
  const lastHour = range(nowMs - figuresMs, nowMs);
  expect(unalarmingWords({ requests: null, emails, webhooks: [] }, place).emails).toEqual({
    label: "The email provider didn’t accept 3 of the last 15 emails",
    links: [
      { label: "2 retrying", href: `/console/t/challenges?delivery=retrying&${lastHour}` },
      { label: "1 refused", href: `/console/t/challenges?delivery=refused&${lastHour}` },
    ],
  });
});

test("webhooks that fail are named with their last failure", () => {
  const webhooks = [{ id: "w", name: "Mirror", sinceMs: nowMs, cause: "dns" }];
  expect(unalarmingWords({ requests: null, emails: null, webhooks }, place).webhooks).toEqual([
    {
      label: "“Mirror” (the name wasn’t found)",
      href: "/console/t/settings/webhooks/w",
      sinceMs: nowMs,
    },
  ]);
});
