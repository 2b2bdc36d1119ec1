import { z } from "zod";
import { type HostedContext, openRequest } from "@/lib/domain/hosted/hosted-request";
import {
  countRequest,
  type RateLimitRule,
  type UncountedRequest,
} from "@/lib/domain/rate-limit/count-request";
import type { ErrorTag } from "@/lib/errors";
import { runCall } from "@/lib/http/endpoint/call";
import { parseInput } from "@/lib/http/endpoint/parse-input";
import { readJson } from "@/lib/http/endpoint/read-json";
import { jsonReply } from "@/lib/http/endpoint/respond";
import type { RouteHandler } from "@/lib/http/endpoint/route-module";
import { countingRefusals, withCaller } from "@/lib/http/endpoint/with-caller";
import { findVisitor, requireOwnPage } from "./admit-visitor";

interface StepResult {
  reply: object;
  /** Values of Set-Cookie. */
  cookies?: string[];
}

interface Step<B extends z.ZodRawShape> {
  label: string;
  limit: RateLimitRule;
  body: B;
  /** The first statement of `handle` counts the request. */
  confirmsCaller?: true;
  errors: ErrorTag[];
  handle(
    ctx: HostedContext,
    body: z.output<z.ZodObject<B>>,
    more: { counted: UncountedRequest; request: Request },
  ): Promise<StepResult>;
}

const always: ErrorTag[] = [
  ...([
    "@error/BadRequest",
    "@error/InvalidTenancy",
    "@error/Forbidden",
    "@error/InvalidToken",
    "@error/RateLimited",
  ] as const),
  ...([
    "@error/UnsupportedMediaType",
    "@error/PayloadTooLarge",
    "@error/Unavailable",
    "@error/Internal",
  ] as const),
];

/**
 * Creates the POST handler of a hosted page's step. It requires a request from the page itself,
 * counts it, and takes the sign-in request from the sealed ticket. No other field is trusted.
 */
export function hostedStep<B extends z.ZodRawShape>({
  label,
  limit,
  body: shape,
  confirmsCaller,
  errors,
  handle,
}: Step<B>): RouteHandler {
  const allowed = new Set([...always, ...errors]);
  const schema = z.object({ ...shape, ticket: z.string().max(8_192) });
  return (request, context) =>
    runCall(request, context, { label, errors: allowed }, async (call) => {
      requireOwnPage(call);
      const body = parseInput(schema, await readJson(request, false));
      const read = body as unknown as z.output<z.ZodObject<B>>;
      const { reply, cookies = [] } = await withCaller(
        (source) => findVisitor(call, limit, source),
        (visitor) =>
          countingRefusals(visitor, async () => {
            const { ctx, rpId, request: counted } = visitor;
            if (confirmsCaller === undefined) await countRequest(ctx, counted);
            const hosted: HostedContext = {
              ...ctx,
              rpId,
              request: await openRequest(ctx, (body as { ticket: string }).ticket),
            };
            return handle(hosted, read, { counted, request });
          }),
      );
      const response = jsonReply(200, reply).toResponse();
      for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
      return response;
    });
}
