import { expect, test } from "vitest";
import { activity, failuresIn, toTimelineSearch } from "./activity-search";

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

const sinceMs = Date.parse("2026-01-02T00:00:00Z");
const failures = (params: Record<string, string>) => failuresIn(activity.read(params), sinceMs);

test("without filters, the summary counts all failures since a time", () => {
  expect(failures({ reason: "Forbidden" })).toMatchObject({
    search: { kind: "refused", who: undefined, fromMs: sinceMs, toMs: undefined },
    query: { kind: "refused", reason: undefined, from: "2026-01-02T00:00:00.000Z" },
    isEverything: true,
  });
});

test("the summary counts within the filters, and its links keep them", () => {
  const filters = { mailbox: "ada", kind: "sign-in.refused", request: "r", to: "2026-01-01" };
  expect(failures({ ...filters, reason: "Forbidden", after: "x" })).toEqual({
    search: {
      kind: "sign-in.refused",
      who: "ada",
      requestId: "r",
      fromMs: undefined,
      toMs: sinceMs,
    },
    query: { ...filters, reason: undefined, from: undefined },
    isEverything: false,
  });
});

test("a list of events that don't fail has no summary", () => {
  expect(failures({ kind: "sign-in" })).toBeNull();
  expect(failures({ kind: "code.accepted" })).toBeNull();
});
