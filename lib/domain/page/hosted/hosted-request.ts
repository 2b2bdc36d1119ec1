import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/base/context";
import { isRedirectUri } from "@/lib/domain/base/tenancy/is-redirect-uri";
import type { HostedBinding } from "@/lib/domain/sign-in/ceremony/hosted-binding";
import { ServiceError } from "@/lib/errors";
import { lifetimes } from "@/lib/limits";

/** The parameters that an application sends its user to the hosted pages with (contract §8). */
export const HostedRequest = z.object({
  redirectUri: z.string(),
  state: z.string(),
  /** PKCE S256. */
  codeChallenge: z.string(),
  /** A language that the pages support. */
  locale: z.string(),
});
export type HostedRequest = z.infer<typeof HostedRequest>;

/** The context of a visitor on the hosted pages. */
export interface HostedContext extends TenancyContext {
  request: HostedRequest;
  /** The rpId of passkeys on the hosted pages. */
  rpId: string;
}

/** Returns what binds each ceremony and code to the request. */
export const bindingOf = ({ request, baseUrl }: HostedContext): HostedBinding => ({
  codeChallenge: request.codeChallenge,
  origin: baseUrl,
});

/** Checked at every step, because an operator may remove an address at any time. */
export const mayReturnTo = ({ tenancy }: Pick<TenancyContext, "tenancy">, uri: string) =>
  tenancy.redirectUris.includes(uri) && isRedirectUri(uri);

/**
 * Returns the origin that all web redirect URIs of the tenancy share, for a way back from a page that
 * has no valid one. Undefined if they have several, or if all belong to apps.
 */
export function applicationOrigin({
  tenancy,
}: Pick<TenancyContext, "tenancy">): string | undefined {
  const origins = tenancy.redirectUris
    .filter(isRedirectUri)
    .map((uri) => new URL(uri).origin)
    // The origin of an app's scheme.
    .filter((origin) => origin !== "null");
  return new Set(origins).size === 1 ? origins[0] : undefined;
}

const Ticket = HostedRequest.extend({ tenancyId: z.string(), expiresAt: z.int() });

/**
 * Seals the request for the page, which sends it with each of its calls. Valid for this tenancy and
 * for one hour.
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
 * Opens a sealed request.
 * @throws InvalidToken when it is another tenancy's or expired, or its redirect URI was removed
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
