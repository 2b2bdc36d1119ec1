import { expect, test } from "vitest";
import type { TimelineEntry } from "@/lib/domain/history/timeline-search/timeline-entry";
import { groupFailures } from "./group-failures";

const entryOf = (given: Partial<TimelineEntry>): TimelineEntry => ({
  id: `event-${given.at}`,
  at: 0,
  kind: "sign-in.refused",
  reason: "VerificationFailed.signature",
  note: null,
  detail: null,
  count: 1,
  actor: null,
  user: null,
  email: null,
  passkey: null,
  challenge: null,
  requestId: `request-${given.at}`,
  addressPrefix: null,
  userAgent: null,
  origin: null,
  operation: null,
  field: null,
  authenticatorAttachment: null,
  afterMs: null,
  ...given,
});

const shown = (entries: TimelineEntry[], advised: TimelineEntry | null = null) =>
  groupFailures(entries, advised).map(({ at, firstAt, count, isAdvised }) => ({
    at,
    firstAt,
    count,
    isAdvised,
  }));

test("equal failures in a row are one entry with their number, times and one advice", () => {
  expect(shown([4, 3, 2, 1].map((at) => entryOf({ at })))).toEqual([
    { at: 4, firstAt: 1, count: 4, isAdvised: true },
  ]);
  expect(shown([entryOf({ at: 2, count: 3 }), entryOf({ at: 1 })])).toMatchObject([{ count: 4 }]);
});

test("a group names no request and no code of a single one of its failures", () => {
  const challenge = (id: string) => ({ id, exists: true, provider: null });
  const [group] = groupFailures(
    [entryOf({ at: 2, challenge: challenge("b") }), entryOf({ at: 1, challenge: challenge("a") })],
    null,
  );
  expect(group).toMatchObject({ requestId: null, challenge: null });
  const [alone] = groupFailures([entryOf({ at: 2, challenge: challenge("b") })], null);
  expect(alone).toMatchObject({ requestId: "request-2", challenge: { id: "b" } });
});

test("another reason, passkey or device, and what happened in between, begin a new entry", () => {
  const passkey = { id: "p", provider: null, exists: true, isOthers: false };
  expect(
    shown([
      entryOf({ at: 5 }),
      entryOf({ at: 4, reason: "InvalidToken" }),
      entryOf({ at: 3, passkey }),
      entryOf({ at: 2, passkey, userAgent: "Firefox" }),
      entryOf({ at: 1, passkey, userAgent: "Firefox", addressPrefix: "203.0.113.0/24" }),
    ]),
  ).toHaveLength(5);
  const between = entryOf({ at: 2, kind: "code.requested", reason: null });
  expect(shown([entryOf({ at: 3 }), between, entryOf({ at: 1 })])).toMatchObject([
    { at: 3, isAdvised: true },
    { at: 2 },
    { at: 1, isAdvised: false },
  ]);
});

test("successes stay entries of their own", () => {
  const success = (at: number) => entryOf({ at, kind: "sign-in.succeeded", reason: null });
  expect(shown([success(2), success(1)])).toHaveLength(2);
});

test("advice that the page gives above the timeline isn’t repeated", () => {
  const last = entryOf({ at: 2 });
  expect(shown([last, entryOf({ at: 1, reason: "InvalidToken" })], last)).toMatchObject([
    { isAdvised: false },
    { isAdvised: true },
  ]);
});
