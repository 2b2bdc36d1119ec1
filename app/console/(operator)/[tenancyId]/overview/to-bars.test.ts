import { describe, expect, test } from "vitest";
import { codeBars, deliveryBars, failureBars, monitoredBars, providerBars } from "./to-bars";

const span = { fromMs: Date.UTC(2026, 0, 1), toMs: Date.UTC(2026, 0, 2) };
const range = "from=2026-01-01T00%3A00%3A00.000Z&to=2026-01-02T00%3A00%3A00.000Z";
const counted = (totals: Record<string, number>) => ({ tenancyId: "t", ...span, totals });

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
      href: `/console/t/activity?kind=refused&${range}`,
    });
    expect(bars.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
  });
});

test("passkeys of one provider are one bar, which links to all of them", () => {
  const bars = providerBars(
    counted({
      "provider.531126d6-e717-415c-9320-3d9aa6981239": 3,
      "provider.2fc0579f-8113-47ea-b116-bb5a8db9202a": 3,
      "provider.d7781e5d-e353-46aa-afe2-3ca49f13332a": 1,
      "provider.unknown": 1,
    }),
  );
  expect(bars.map(({ label, count, href }) => [label, count, href])).toEqual([
    ["YubiKey 5 NFC", 4, expect.stringMatching(/^\/console\/t\/passkeys\?provider=[-0-9a-f]+$/)],
    ["Dashlane", 3, "/console/t/passkeys?provider=531126d6-e717-415c-9320-3d9aa6981239"],
    ["Unknown provider", 1, `/console/t/activity?kind=registration.succeeded&${range}`],
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

  test("have shares of the requested ones, and each state links to its list", () => {
    expect(
      codeBars(counted(totals), 2).map(({ label, count, share, href }) => [
        label,
        count,
        share,
        new URL(href, "http://a").searchParams.get("state"),
      ]),
    ).toEqual([
      ["Verified", 8, 0.4, null],
      ["Pending", 2, 0.1, "pending"],
      ["Expired", 4, 0.2, "expired"],
      ["Out of attempts", 1, 0.05, "exhausted"],
      ["Replaced by a newer code", 4, 0.2, "replaced"],
      ["Deleted", 1, 0.05, "deleted"],
    ]);
    expect(codeBars(counted({}), 0)).toEqual([]);
  });

  test("are pending or expired together when there are too many to count", () => {
    expect(codeBars(counted(totals), null)[1]).toMatchObject({
      label: "Pending or expired",
      count: 6,
    });
  });

  test("that are pending are never more than the rest", () => {
    const [, pending, expired] = codeBars(counted({ "challenge.created": 1 }), 3);
    expect([pending?.count, expired?.count]).toEqual([1, 0]);
  });
});

test("what a policy in monitor mode would refuse links to the events with that reason", () => {
  const totals = { "monitored.policy-storage": 3, "failure.VerificationFailed.policy-storage": 9 };
  expect(monitoredBars(counted(totals))).toEqual([
    {
      label: "Policy: synced or device-bound passkey not accepted",
      count: 3,
      share: 1,
      href: `/console/t/activity?kind=monitored&reason=VerificationFailed.policy-storage&${range}`,
    },
  ]);
});

test("deliveries have shares of all attempts, and link to the email log", () => {
  const bars = deliveryBars(
    counted({ "mail.sent": 6, "mail.retried": 3, "mail.dead": 1, "mail.canceled": 9 }),
  );
  expect(bars.map(({ count, share, href }) => [count, share, href])).toEqual([
    [6, 0.6, `/console/t/challenges?delivery=accepted&${range}`],
    [3, 0.3, `/console/t/challenges?delivery=retrying&${range}`],
    [1, 0.1, `/console/t/challenges?delivery=refused&${range}`],
  ]);
  // Only deliveries that succeeded have the color of the table.
  expect(bars.map(({ color }) => color)).toEqual([undefined, "var(--warning)", "var(--danger)"]);
});
