import { z } from "zod";
import type { RateLimitRule, UncountedRequest } from "@/lib/domain/access/rate-limit/request-row";
import { type HostedContext, openRequest } from "@/lib/domain/page/hosted/hosted-request";
import type { ErrorTag } from "@/lib/errors";
import { parseInput } from "@/lib/http/endpoint/parse-input";
import { readJson } from "@/lib/http/endpoint/read-json";
import { jsonReply } from "@/lib/http/endpoint/respond";
import type { RouteHandler } from "@/lib/http/endpoint/route-module";
import { serve } from "@/lib/http/endpoint/serve";
import { findVisitor, requireOwnPage } from "./admit-visitor";

interface StepResult {
  /** Without it, the response is a 204. */
  reply?: object;
  /** Values of Set-Cookie. */
  cookies?: string[];
}

interface Step<B extends z.ZodRawShape> {
  label: string;
  limit: RateLimitRule;
  body: B;
  /** The first statement of `handle` is a `confirmedQuery`, which counts the request. */
  isCoalesced?: true;
  errors: ErrorTag[];
  handle(
    ctx: HostedContext,
    body: z.output<z.ZodObject<B>>,
    /** `uncounted` is the request to count, if the step is coalesced. */
    more: { uncounted: UncountedRequest; request: Request },
  ): Promise<StepResult>;
}

const always = [
  "@error/BadRequest",
  "@error/InvalidTenancy",
  "@error/Forbidden",
  "@error/InvalidToken",
  "@error/RateLimited",
  "@error/UnsupportedMediaType",
  "@error/PayloadTooLarge",
  "@error/Unavailable",
  "@error/Internal",
] as const satisfies ErrorTag[];

const Ticket = z.object({ ticket: z.string().max(8_192) });

/**
 * Creates the POST handler of a hosted page's step, which requires a request from the page itself, takes
 * the sign-in request from the sealed ticket, which the client can't change, and counts the request. If
 * it is coalesced, the first statement of `handle` counts it.
 */
export function hostedStep<B extends z.ZodRawShape>({
  label,
  limit,
  body: shape,
  isCoalesced,
  errors,
  handle,
}: Step<B>): RouteHandler {
  const schema = z.object(shape);
  return serve(
    { label, errors: new Set([...always, ...errors]), input: [schema] },
    {
      async findCaller(call, guess) {
        requireOwnPage(call);
        return findVisitor(call, limit, guess);
      },
      async read({ request }) {
        const sent = await readJson(request, false);
        return { body: parseInput(schema, sent), ...parseInput(Ticket, sent) };
      },
      check: async ({ ctx }, { body, ticket }) => ({
        body,
        hostedRequest: await openRequest(ctx, ticket),
      }),
      isCoalesced: () => isCoalesced === true,
      async respond({ request }, { ctx, rpId, uncounted }, { body, hostedRequest }) {
        const hosted: HostedContext = { ...ctx, rpId, request: hostedRequest };
        const { reply, cookies = [] } = await handle(hosted, body, { uncounted, request });
        const response =
          reply === undefined
            ? new Response(null, { status: 204 })
            : jsonReply(200, reply).toResponse();
        for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
        return response;
      },
    },
  );
}
