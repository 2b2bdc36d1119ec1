import { expect, test } from "vitest";
import type { TimelineEntry } from "@/lib/domain/history/timeline-search/timeline-entry";
import { joinCodeEvents } from "./join-code-events";

const event = (kind: string, at: number, challengeId: string | null = "one"): TimelineEntry => ({
  id: `${kind}-${at}`,
  at,
  kind,
  reason: null,
  note: null,
  detail: null,
  count: 1,
  actor: null,
  user: null,
  email: null,
  passkey: null,
  challenge: challengeId === null ? null : { id: challengeId, exists: true, provider: null },
  requestId: null,
  addressPrefix: null,
  userAgent: null,
  origin: null,
  operation: null,
  field: null,
  authenticatorAttachment: null,
  afterMs: null,
});

const shown = (entries: TimelineEntry[]) =>
  joinCodeEvents(entries).map(({ id, acceptedAfterMs }) =>
    acceptedAfterMs === undefined ? id : `${id} +${acceptedAfterMs}`,
  );

test("a requested code and its accepted email are one entry, at the time of the request", () => {
  expect(
    shown([
      event("code.verified", 9),
      event("code.accepted", 5),
      event("sign-in.succeeded", 4, null),
      event("code.requested", 3),
    ]),
  ).toEqual(["code.verified-9", "sign-in.succeeded-4", "code.requested-3 +2"]);
});

test("emails of other codes, and a second email of the code, stay", () => {
  expect(
    shown([
      event("code.accepted", 9),
      event("code.accepted", 8, "two"),
      event("code.accepted", 5),
      event("code.failed", 4),
      event("code.requested", 3),
    ]),
  ).toEqual(["code.accepted-9", "code.accepted-8", "code.failed-4", "code.requested-3 +2"]);
});

test("an accepted email without its request on the page stays", () => {
  expect(shown([event("code.accepted", 5), event("code.requested", 3, "two")])).toEqual([
    "code.accepted-5",
    "code.requested-3",
  ]);
});
