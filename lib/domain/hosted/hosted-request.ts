import { z } from "zod";
import { lifetimes } from "@/lib/limits";
import type { HostedBinding } from "@/lib/domain/ceremony/hosted-binding";
import type { TenancyContext } from "@/lib/domain/context";
import { isRedirectUri } from "@/lib/domain/tenancy/redirect-uri";
import { ServiceError } from "@/lib/errors";

/** What an application sent its user with (contract §8). */
export const HostedRequest = z.object({
  redirectUri: z.string(),
  state: z.string(),
  /** PKCE S256. */
  codeChallenge: z.string(),
  /** A language that the pages are written in. */
  locale: z.string(),
});
export type HostedRequest = z.infer<typeof HostedRequest>;

/** Somebody on the hosted pages of a tenancy that has them. */
export interface HostedContext extends TenancyContext {
  request: HostedRequest;
  /** The one that passkeys are made and used for here. */
  rpId: string;
}

/** What every ceremony and every code of the request is bound to from the beginning. */
export const bindingOf = ({ request, baseUrl }: HostedContext): HostedBinding => ({
  codeChallenge: request.codeChallenge,
  origin: baseUrl,
});

/** Asked at every step, since an operator may take an address back. */
export const mayReturnTo = ({ tenancy }: Pick<TenancyContext, "tenancy">, uri: string) =>
  tenancy.redirectUris.includes(uri) && isRedirectUri(uri);

const Ticket = HostedRequest.extend({ tenancyId: z.string(), expiresAt: z.int() });

/**
 * The request as the page's own calls bring it back: sealed by the service, for this tenancy, for
 * an hour.
 */
export function sealRequest(ctx: TenancyContext, request: HostedRequest): Promise<string> {
  const ticket: z.infer<typeof Ticket> = {
    ...request,
    tenancyId: ctx.tenancy.id,
    expiresAt: ctx.clock.now() + lifetimes.hostedRequestMs,
  };
  return ctx.secrets.seal("hosted-request", JSON.stringify(ticket));
}

/**
 * @throws InvalidToken when it is not of this tenancy, has expired, or may not be returned to any
 * more
 */
export async function openRequest(ctx: TenancyContext, ticket: string): Promise<HostedRequest> {
  const opened = await ctx.secrets.open("hosted-request", ticket).catch(() => null);
  const read = opened === null ? null : Ticket.parse(JSON.parse(opened));
  if (
    read === null ||
    read.tenancyId !== ctx.tenancy.id ||
    read.expiresAt <= ctx.clock.now() ||
    !mayReturnTo(ctx, read.redirectUri)
  )
    throw new ServiceError("@error/InvalidToken");
  return HostedRequest.parse(read);
}
