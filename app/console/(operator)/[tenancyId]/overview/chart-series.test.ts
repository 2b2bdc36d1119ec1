import { expect, test } from "vitest";
import { bucketWordsInUtc } from "./bucket-words";
import { toPoints } from "./chart-series";

const hourMs = 3_600_000;
const start = Date.UTC(2026, 0, 31, 18);

test("points name their real span; only the last one is still counted", () => {
  const buckets = [0, 1].map((index) => ({ fromMs: start + index * 6 * hourMs, counts: {} }));
  const points = toPoints(buckets, start + 12 * hourMs);
  expect(points.map(bucketWordsInUtc)).toEqual([
    "2026-01-31 18:00 – 2026-02-01 00:00 UTC",
    "2026-02-01 00:00 – 2026-02-01 06:00 UTC, so far",
  ]);
});

test("sign-ins are those by passkey and by code; failed requests are all failures", () => {
  const counts = {
    "passkey.authenticated": 5,
    "user.authenticated-by-email": 2,
    "passkey.registered": 3,
    "challenge.verified": 4,
    "failure.InvalidToken": 1,
    "failure.VerificationFailed.origin": 1,
    "mail.dead": 9,
  };
  expect(toPoints([{ fromMs: start, counts }], start + hourMs)).toEqual([
    {
      fromMs: start,
      toMs: start + hourMs,
      signIns: 7,
      registrations: 3,
      codes: 4,
      failed: 2,
      isCurrent: true,
    },
  ]);
});
