import { expect, test } from "vitest";
import { activity, toTimelineSearch } from "./activity-search";

const read = (params: Record<string, string>) => toTimelineSearch(activity.read(params));

test("reads days, of which the last is included, and instants, of which the last is not", () => {
  const fromMs = Date.parse("2026-01-01T00:00:00Z");
  expect(read({ from: "2026-01-01", to: "2026-01-01" })).toMatchObject({
    fromMs,
    toMs: fromMs + 86_400_000,
  });
  expect(read({ from: "2026-01-01T00:00:00.000Z", to: "2026-01-01T01:00:00.000Z" })).toMatchObject({
    fromMs,
    toMs: fromMs + 3_600_000,
  });
});

test("keeps a mailbox as typed, and ignores unknown kinds and times", () => {
  expect(read({ mailbox: "Ada@Example.COM", kind: "unknown", from: "yesterday" })).toEqual({
    who: "Ada@Example.COM",
    kind: undefined,
    fromMs: undefined,
    toMs: undefined,
    reason: undefined,
    requestId: undefined,
    before: undefined,
  });
});
