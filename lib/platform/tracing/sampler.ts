import { randomInt } from "node:crypto";
import { type Context, isSpanContextValid, trace, TraceFlags } from "@opentelemetry/api";
import { type Sampler, SamplingDecision } from "@opentelemetry/sdk-trace";

const steps = 2 ** 32;
const randomShare = () => randomInt(steps) / steps;

/**
 * Decides per request whether it is traced. The draw doesn't depend on the trace id, because a
 * caller chooses it. A caller's sampled flag can only prevent a trace, never cause one.
 */
export function createSampler(sampledShare: number, random = randomShare): Sampler {
  const isSampled = (context: Context): boolean => {
    const parent = trace.getSpanContext(context);
    if (parent === undefined || !isSpanContextValid(parent)) return random() < sampledShare;
    const isFlagged = (parent.traceFlags & TraceFlags.SAMPLED) !== 0;
    return parent.isRemote === true ? isFlagged && random() < sampledShare : isFlagged;
  };
  return {
    shouldSample: (context) => ({
      decision: isSampled(context)
        ? SamplingDecision.RECORD_AND_SAMPLED
        : SamplingDecision.NOT_RECORD,
    }),
    toString: () => `KeysteadSampler{${sampledShare}}`,
  };
}
