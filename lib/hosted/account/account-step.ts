import { z } from "zod";
import type { RateLimitRule, UncountedRequest } from "@/lib/domain/access/rate-limit/request-row";
import { locales } from "@/lib/domain/base/choose-locale";
import {
  type AccountContext,
  accountContext,
  isTicketOf,
  openTicket,
} from "@/lib/domain/page/account/account-request";
import { type AccountSession, findAccountSession } from "@/lib/domain/page/account/account-session";
import { AccountRefusal } from "@/lib/domain/page/account/decide-account-access";
import { type ErrorTag, ServiceError } from "@/lib/errors";
import { findVisitor, requireOwnPage } from "@/lib/hosted/admit-visitor";
import { parseInput } from "@/lib/http/endpoint/parse-input";
import { readJson } from "@/lib/http/endpoint/read-json";
import { jsonReply } from "@/lib/http/endpoint/respond";
import type { RouteHandler } from "@/lib/http/endpoint/route-module";
import { serve } from "@/lib/http/endpoint/serve";
import { readAccountCookie } from "./account-cookie";
import { requireAccountPage } from "./require-account-page";

interface StepResult {
  /** Sent as JSON, unless it is a response. Without one, the step answers 204. */
  reply?: object;
  /** Values of Set-Cookie. */
  cookies?: string[];
}

interface Step<B extends z.ZodRawShape, More> {
  label: string;
  limit: RateLimitRule;
  body: B;
  /** The first statement of `handle` is a `confirmedQuery`, which counts the request. */
  isCoalesced?: true;
  errors: ErrorTag[];
  handle(
    ctx: AccountContext,
    body: z.output<z.ZodObject<B>>,
    more: { uncounted: UncountedRequest; request: Request } & More,
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

const PageState = z.object({
  ticket: z.string().max(8_192),
  /**
   * The language that the page shows now. The ticket of a pending code has the one of its sending. A
   * browser that translates the page names languages that this service doesn't have.
   */
  pageLocale: z.enum(locales).optional().catch(undefined),
});

/**
 * Returns the session of a call, which must be the one that the page shows.
 * @throws InvalidToken
 */
async function requireSession(ctx: AccountContext, request: Request): Promise<AccountSession> {
  const session = await findAccountSession(ctx, readAccountCookie(request));
  if (session === null || !isTicketOf(ctx, ctx.ticket, session.hash))
    throw new ServiceError("@error/InvalidToken");
  return session;
}

function responseOf(reply: object | undefined): Response {
  if (reply === undefined) return new Response(null, { status: 204 });
  return reply instanceof Response ? reply : jsonReply(200, reply).toResponse();
}

/** The page runs the passkey prompt and sends the call again. No refusal, so no event. */
const confirmFirst = ({ tag, message, verdict }: AccountRefusal) =>
  jsonReply(403, { _tag: tag, message, reason: verdict }).toResponse();

/**
 * Creates the POST handler of a step of the account page. Like a step of the hosted pages, it requires
 * a request from the page itself, and counts it. The ticket proves that this service rendered the page.
 */
export function accountStep<B extends z.ZodRawShape>({
  label,
  limit,
  body: shape,
  isCoalesced,
  errors,
  handle,
}: Step<B, object>): RouteHandler {
  const schema = z.object(shape);
  return serve(
    { label, errors: new Set([...always, ...errors]) },
    {
      async findCaller(call, guess) {
        requireOwnPage(call);
        const caller = await findVisitor(call, limit, guess);
        requireAccountPage(caller.ctx);
        return caller;
      },
      async read({ request }) {
        const sent = await readJson(request, false);
        return { body: parseInput(schema, sent), ...parseInput(PageState, sent) };
      },
      async check({ ctx }, { body, ticket, pageLocale }) {
        const opened = await openTicket(ctx, ticket);
        return { body, ticket: { ...opened, locale: pageLocale ?? opened.locale } };
      },
      isCoalesced: () => isCoalesced === true,
      async respond({ request }, { ctx, rpId, uncounted }, { body, ticket }) {
        const account = accountContext(ctx, rpId, ticket);
        try {
          const { reply, cookies = [] } = await handle(account, body, { uncounted, request });
          const response = responseOf(reply);
          for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
          return response;
        } catch (error) {
          if (error instanceof AccountRefusal && error.verdict === "confirm")
            return confirmFirst(error);
          throw error;
        }
      },
    },
  );
}

/** Creates the handler of a step that only a signed-in user may take. */
export const signedInStep = <B extends z.ZodRawShape>({
  handle,
  ...step
}: Step<B, { session: AccountSession }>): RouteHandler =>
  accountStep({
    ...step,
    handle: async (ctx, body, more) =>
      handle(ctx, body, { ...more, session: await requireSession(ctx, more.request) }),
  });
