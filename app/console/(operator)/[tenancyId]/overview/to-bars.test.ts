import { describe, expect, test } from "vitest";
import { codeBars, deliveryBars, failureBars, monitoredBars, providerBars } from "./to-bars";

const span = { fromMs: Date.UTC(2026, 0, 1), toMs: Date.UTC(2026, 0, 2) };
const range = "from=2026-01-01T00%3A00%3A00.000Z&to=2026-01-02T00%3A00%3A00.000Z";
const counted = (totals: Record<string, number>) => ({
  tenancyId: "t",
  eventsFromMs: span.fromMs,
  ...span,
  totals,
});

describe("failed requests", () => {
  test("are sorted, have shares of all of them, and link to the requests with that reason", () => {
    expect(
      failureBars(counted({ "failure.InvalidToken": 1, "failure.VerificationFailed.origin": 3 })),
    ).toEqual([
      {
        label: "Passkey: origin not allowed",
        count: 3,
        share: 0.75,
        href: `/console/t/activity?kind=refused&reason=VerificationFailed.origin&${range}`,
      },
      {
        label: "Session expired or already used",
        count: 1,
        share: 0.25,
        href: `/console/t/activity?kind=refused&reason=InvalidToken&${range}`,
      },
    ]);
  });

  test("beyond the seventh are one bar, and the shares add up to 1", () => {
    const reasons = ["malformed", "type", "challenge", "origin", "cross-origin", "rp-id"];
    const bars = failureBars(
      counted({
        ...Object.fromEntries(reasons.map((r) => [`failure.VerificationFailed.${r}`, 10])),
        "failure.BadRequest": 9,
        "failure.InvalidToken": 3,
        "failure.InvalidCode": 2,
      }),
    );
    expect(bars).toHaveLength(8);
    expect(bars.at(-1)).toMatchObject({
      label: "2 others",
      count: 5,
    });
    expect(bars.at(-1)).not.toHaveProperty("href");
    expect(bars.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
  });
});

test("registrations of one provider are one bar. The list of passkeys has other numbers", () => {
  const bars = providerBars(
    counted({
      "provider.531126d6-e717-415c-9320-3d9aa6981239": 3,
      "provider.2fc0579f-8113-47ea-b116-bb5a8db9202a": 3,
      "provider.d7781e5d-e353-46aa-afe2-3ca49f13332a": 1,
      "provider.unknown": 1,
    }),
  );
  expect(bars.map(({ label, count, href }) => [label, count, href])).toEqual([
    ["YubiKey 5 NFC", 4, undefined],
    ["Dashlane", 3, undefined],
    ["Unknown provider", 1, undefined],
  ]);
});

describe("codes", () => {
  const totals = {
    "challenge.created": 20,
    "challenge.verified": 8,
    "challenge.superseded": 4,
    "challenge.exhausted": 1,
    "challenge.deleted": 1,
  };
  const stateIn = (href: string | undefined) =>
    href && new URL(href, "http://a").searchParams.get("state");

  test("that the email log lists are counted there, and each state links to its list", () => {
    const byState = { pending: 2, verified: 7, expired: 5, exhausted: 1, replaced: 4, deleted: 1 };
    const { requested, href, bars } = codeBars(counted(totals), { pending: 2, byState });
    expect([requested, href]).toEqual([20, `/console/t/challenges?${range}`]);
    expect(
      bars.map(({ label, count, share, href }) => [label, count, share, stateIn(href)]),
    ).toEqual([
      ["Verified", 7, 0.35, "verified"],
      ["Pending", 2, 0.1, "pending"],
      ["Expired", 5, 0.25, "expired"],
      ["Out of attempts", 1, 0.05, "exhausted"],
      ["Replaced by a newer code", 4, 0.2, "replaced"],
      ["Deleted", 1, 0.05, "deleted"],
    ]);
  });

  test("that the log has deleted have no list, but pending and verified ones have", () => {
    const { requested, href, bars } = codeBars(counted(totals), { pending: 2, byState: null });
    expect([requested, href]).toEqual([20, `/console/t/activity?kind=code.requested&${range}`]);
    expect(bars.map(({ label, count, share, href }) => [label, count, share, href])).toEqual([
      ["Verified", 8, 0.4, `/console/t/activity?kind=code.verified&${range}`],
      ["Pending", 2, 0.1, `/console/t/challenges?state=pending&${range}`],
      ["Expired", 4, 0.2, undefined],
      ["Out of attempts", 1, 0.05, undefined],
      ["Replaced by a newer code", 4, 0.2, undefined],
      ["Deleted", 1, 0.05, undefined],
    ]);
    expect(codeBars(counted({}), { pending: 0, byState: null }).bars).toEqual([]);
  });

  test("are pending or expired together when there are too many to count", () => {
    expect(codeBars(counted(totals), { pending: null, byState: null }).bars[1]).toEqual({
      label: "Pending or expired",
      count: 6,
      share: 0.3,
    });
  });

  test("that are pending count even before the activity has counted their requests", () => {
    const totals = { "challenge.created": 1 };
    const [, pending, expired] = codeBars(counted(totals), { pending: 3, byState: null }).bars;
    expect([pending?.count, pending?.share, expired?.count]).toEqual([3, 1, 0]);
  });
});

test("what a policy in monitor mode would refuse links to the events with that reason", () => {
  const totals = { "monitored.policy-storage": 3, "failure.VerificationFailed.policy-storage": 9 };
  expect(monitoredBars(counted(totals))).toEqual([
    {
      label: "Policy: storage not accepted",
      count: 3,
      share: 1,
      href: `/console/t/activity?kind=monitored&reason=VerificationFailed.policy-storage&${range}`,
    },
  ]);
});

test("deliveries have shares of all attempts. No list has attempts", () => {
  const bars = deliveryBars(
    counted({ "mail.sent": 6, "mail.retried": 3, "mail.dead": 1, "mail.canceled": 9 }),
  );
  expect(bars.map(({ count, share, href }) => [count, share, href])).toEqual([
    [6, 0.6, undefined],
    [3, 0.3, undefined],
    [1, 0.1, undefined],
  ]);
  // Only deliveries that succeeded have the color of the table.
  expect(bars.map(({ color }) => color)).toEqual([undefined, "var(--warning)", "var(--danger)"]);
});
