import { limits } from "@/lib/limits";
import type { CoalesceRules } from "./context";

/**
 * Rules of a lookup that concurrent calls share. Each subject needs its own queue. A call never shares
 * a lookup that started before it, so a change that is committed before a request takes effect in it.
 */
export const sharedLookUp = <Call, Result>(
  lookUp: (call: Call) => Promise<Result>,
): CoalesceRules<Call, Result> => ({
  ...limits.coalesce,
  maxBatchSize: Infinity,
  async run(calls) {
    const result = await lookUp(calls[0]);
    return calls.map(() => result);
  },
});
