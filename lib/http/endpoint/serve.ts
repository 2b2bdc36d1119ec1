import { countingRefusal, countRequest } from "@/lib/domain/access/rate-limit/count-request";
import type { UncountedRequest } from "@/lib/domain/access/rate-limit/request-row";
import type { Guess } from "@/lib/domain/base/context";
import type { UncountedCaller } from "./authenticate";
import { type Call, type CalledEndpoint, type Reply, runCall } from "./call";
import type { RouteHandler } from "./route-module";
import { withCaller } from "./with-caller";

/** Who sends a request. Requests of API keys and of public endpoints don't count. */
type Caller = UncountedCaller | { ctx: object; uncounted?: undefined };

interface Steps<C extends Caller, Sent, Input> {
  /** Authenticates the request. With a guess, looks only in the cache. */
  findCaller: (call: Call, guess?: Guess) => Promise<C>;
  /** Reads what was sent. */
  read: (call: Call) => Promise<Sent>;
  /** Checks what was sent, for this caller. */
  check: (caller: C, sent: Sent) => Promise<Input> | Input;
  /** The token in what was sent, if a backend authorized the request. */
  tokenOf?: (sent: Sent) => UncountedRequest["token"];
  /** Whether the first statement of `respond` confirms a cached caller and counts the request. */
  isCoalesced: (request: Request) => boolean;
  respond: (call: Call, caller: C, input: Input) => Promise<Reply>;
}

/** Calls `read` at most once: the work may run twice, but a body can be read only once. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= read());
}

/**
 * Creates the handler of a JSON endpoint, which
 * 1. authenticates, before it reads the query and the body: only a known caller learns what is wrong;
 * 2. reads and checks the input; a browser's request counts against the rate limits even if that fails;
 * 3. counts a browser's request, unless it is coalesced: then the first statement of step 4 counts it;
 * 4. responds.
 */
export function serve<C extends Caller, Sent, Input>(
  endpoint: CalledEndpoint,
  { findCaller, read, check, tokenOf, isCoalesced, respond }: Steps<C, Sent, Input>,
): RouteHandler {
  async function respondTo(call: Call, caller: C, readOnce: () => Promise<Sent>): Promise<Reply> {
    const readAndCheck = async () => {
      const sent = await readOnce();
      return { token: tokenOf?.(sent), input: await check(caller, sent) };
    };
    if (caller.uncounted === undefined) return respond(call, caller, (await readAndCheck()).input);
    const { ctx } = caller;
    const { token, input } = await countingRefusal(ctx, caller.uncounted, readAndCheck);
    const uncounted = { ...caller.uncounted, token };
    if (!isCoalesced(call.request)) await countRequest(ctx, uncounted);
    return respond(call, { ...caller, uncounted }, input);
  }
  async function handleCall(call: Call): Promise<Reply> {
    const readOnce = once(() => read(call));
    const find = (guess?: Guess) => findCaller(call, guess);
    const respondAs = (caller: C) => respondTo(call, caller, readOnce);
    return isCoalesced(call.request) ? withCaller(find, respondAs) : respondAs(await find());
  }
  return (request, context) => runCall(request, context, endpoint, handleCall);
}
