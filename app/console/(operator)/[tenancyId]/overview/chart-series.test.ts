import { expect, test } from "vitest";
import { bucketWordsInUtc } from "./bucket-words";
import { toPoints } from "./chart-series";

const hourMs = 3_600_000;
const start = Date.UTC(2026, 0, 31, 18);

test("points name their real span; only the last one is still counted", () => {
  const buckets = [0, 1].map((index) => ({ fromMs: start + index * 6 * hourMs, counts: {} }));
  const points = toPoints(buckets, start + 12 * hourMs);
  const words = points.map(bucketWordsInUtc).map((text) => text.replace(/\s/g, " "));
  expect(words).toEqual([
    "Sat, Jan 31, 6:00 PM – Sun, Feb 1, 12:00 AM UTC",
    "Sun, Feb 1, 12:00 – 6:00 AM UTC, so far",
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
