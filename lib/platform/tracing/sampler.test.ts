import { ROOT_CONTEXT, SpanKind, trace, TraceFlags } from "@opentelemetry/api";
import { SamplingDecision } from "@opentelemetry/sdk-trace";
import { describe, expect, test } from "vitest";
import { createSampler } from "./open-telemetry";

const { NONE, SAMPLED } = TraceFlags;
const lowest = `${"0".repeat(31)}1`;
const highest = "f".repeat(32);

/** Whether a request is traced if the draw returns `drawn`. */
function isSampled(
  drawn: number,
  share: number,
  parent?: { traceFlags: number; isRemote: boolean; traceId?: string },
): boolean {
  const context =
    parent === undefined
      ? ROOT_CONTEXT
      : trace.setSpanContext(ROOT_CONTEXT, { traceId: highest, spanId: "a".repeat(16), ...parent });
  const sampler = createSampler(share, () => drawn);
  const { decision } = sampler.shouldSample(
    context,
    parent?.traceId ?? highest,
    "name",
    SpanKind.SERVER,
    {},
    [],
  );
  return decision === SamplingDecision.RECORD_AND_SAMPLED;
}

describe("a new trace", () => {
  test("is sampled by its share", () => {
    expect([isSampled(0.49, 0.5), isSampled(0.5, 0.5)]).toEqual([true, false]);
    expect([isSampled(0, 0), isSampled(0.999, 1)]).toEqual([false, true]);
  });
});

describe("a caller", () => {
  test.each([lowest, highest])("can't force a trace by its flag or the id %s", (traceId) => {
    const flagged = { traceFlags: SAMPLED, isRemote: true, traceId };
    expect([isSampled(0.49, 0.5, flagged), isSampled(0.5, 0.5, flagged)]).toEqual([true, false]);
    expect(isSampled(0, 0, flagged)).toBe(false);
  });

  test("can prevent a trace", () => {
    expect(isSampled(0, 1, { traceFlags: NONE, isRemote: true })).toBe(false);
  });
});

test("spans of one request are all sampled, or none", () => {
  expect(isSampled(1, 0, { traceFlags: SAMPLED, isRemote: false })).toBe(true);
  expect(isSampled(0, 1, { traceFlags: NONE, isRemote: false })).toBe(false);
});
