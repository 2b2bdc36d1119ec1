import { randomBytes } from "node:crypto";
import { generateAuthenticationOptions, type AuthenticatorTransport } from "@simplewebauthn/server";
import type {
  AuthenticationOptions,
  RequestAuthenticationOptions,
} from "@/lib/contract/authentication";
import { lifetimes } from "@/lib/limits";
import type { TenancyContext } from "@/lib/domain/context";
import { consumeToken } from "@/lib/domain/one-time-token/consume-token";
import { issueToken } from "@/lib/domain/one-time-token/issue-token";
import { resolveRpId } from "@/lib/domain/tenancy/relying-party";
import { requireEmail } from "@/lib/domain/user/email";
import { badRequest, ServiceError } from "@/lib/errors";
import { AuthenticationIntent, type AuthenticationSession } from "./authentication-intent";
import { clampTimeout, raiseUserVerification } from "./ceremony-settings";
import type { HostedBinding } from "./hosted-binding";
import {
  createDecoyCredential,
  createDecoyCredentials,
  withUniformOrder,
  type OfferedCredential,
} from "./decoy-credential";

interface Ceremony extends Omit<AuthenticationIntent, "allowPasskeys"> {
  /** Null in a discoverable sign-in. */
  allow: OfferedCredential[] | null;
  apiKeyId: string | null;
  hosted?: HostedBinding;
}

async function authorizedCeremony(
  ctx: TenancyContext,
  authenticationToken: string,
): Promise<Ceremony> {
  const { payload, apiKeyId } = await consumeToken(ctx, "authentication", authenticationToken);
  const { allowPasskeys, ...intent } = AuthenticationIntent.parse(payload);
  if (allowPasskeys === null) return { ...intent, allow: null, apiKeyId };
  const passkeys = await ctx.db.passkey.findMany({
    where: { tenancyId: ctx.tenancy.id, rpId: intent.rpId, id: { in: allowPasskeys } },
    orderBy: { id: "desc" },
    select: { credentialId: true, transports: true },
  });
  if (passkeys.length === 0)
    throw badRequest(
      "authenticationToken",
      "the passkeys that this token allows have been deleted",
    );
  return {
    ...intent,
    allow: passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    apiKeyId,
  };
}

/**
 * Finds the credentials to offer for an owned email or listed passkey ids, and decoys for the rest.
 * Both look alike and take one query, so they don't reveal which accounts exist.
 * @returns null in a discoverable sign-in
 */
async function findOffered(
  ctx: TenancyContext,
  body: RequestAuthenticationOptions,
  rpId: string,
): Promise<OfferedCredential[] | null> {
  const ids = body.allowCredentials;
  if (body.email === undefined && ids === undefined) return null;
  const email = body.email === undefined ? null : requireEmail(body.email);
  const owner = {
    emailNormalized: email?.normalized ?? "",
    OR: [{ emailVerified: true }, { emailVouched: true }],
  };
  const passkeys = await ctx.db.passkey.findMany({
    where: {
      tenancyId: ctx.tenancy.id,
      rpId,
      ...(ids === undefined ? {} : { id: { in: ids } }),
      ...(email === null ? {} : { user: owner }),
    },
    orderBy: { id: "desc" },
    select: { id: true, credentialId: true, transports: true },
  });
  const subjectOf = (name: string) => ({ tenancyId: ctx.tenancy.id, rpId, name });
  const real = new Map(
    passkeys.map(({ id, credentialId, transports }) => [id, { id: credentialId, transports }]),
  );
  if (ids !== undefined)
    return withUniformOrder(
      [...new Set(ids)].map(
        (id) => real.get(id) ?? createDecoyCredential(ctx, subjectOf(`passkey ${id}`)),
      ),
    );
  // Created even if unused, so that timing doesn't reveal whether the user has passkeys.
  const decoys = createDecoyCredentials(
    ctx,
    subjectOf(`email ${email?.normalized ?? ""}`),
    ctx.tenancy.passkeysPerUser,
  );
  return withUniformOrder(real.size > 0 ? [...real.values()] : decoys);
}

async function selfServiceCeremony(
  ctx: TenancyContext,
  body: RequestAuthenticationOptions,
): Promise<Ceremony> {
  if (!ctx.tenancy.selfServiceAuthentication)
    throw new ServiceError(
      "@error/Forbidden",
      undefined,
      "Self-service sign-in is disabled for this tenancy.",
    );
  const rpId = resolveRpId(ctx.tenancy, body.rpId, ctx.client.origin);
  return {
    rpId,
    userVerification: raiseUserVerification(ctx.tenancy.userVerification, body.userVerification),
    mediation: body.mediation ?? "required",
    timeoutMs: clampTimeout(body.timeout),
    allow: await findOffered(ctx, body, rpId),
    apiKeyId: null,
  };
}

/** Creates request options (WebAuthn L3 §5.5) and the session that verifies their response. */
export async function beginAuthentication(
  ctx: TenancyContext,
  ceremony: Ceremony,
): Promise<AuthenticationOptions> {
  const { allow, rpId, userVerification, mediation, purpose, timeoutMs, apiKeyId, hosted } =
    ceremony;
  const optionsJSON = await generateAuthenticationOptions({
    rpID: rpId,
    challenge: new Uint8Array(randomBytes(32)),
    timeout: timeoutMs,
    userVerification,
    ...(allow === null
      ? {}
      : {
          allowCredentials: allow.map(({ id, transports }) => ({
            id,
            transports: transports as AuthenticatorTransport[],
          })),
        }),
  });
  const session: AuthenticationSession = {
    ...{ rpId, userVerification, mediation, purpose, hosted },
    ceremonyNonce: optionsJSON.challenge,
    allowCredentials: allow === null ? null : allow.map(({ id }) => id),
  };
  const { token } = await issueToken(ctx, {
    kind: "authenticationSession",
    payload: session,
    lifetimeMs: timeoutMs + lifetimes.sessionGraceMs,
    apiKeyId,
  });
  return {
    _tag: "AuthenticationOptions",
    sessionToken: token,
    optionsJSON: optionsJSON as AuthenticationOptions["optionsJSON"],
    mediation,
  };
}

/**
 * Creates request options by consuming an authentication token, or without one by self-service.
 * @throws InvalidToken · Forbidden when self-service is disabled · InvalidEmail · BadRequest
 */
export async function createAuthenticationOptions(
  ctx: TenancyContext,
  body: RequestAuthenticationOptions,
): Promise<AuthenticationOptions> {
  return beginAuthentication(
    ctx,
    body.authenticationToken === undefined
      ? await selfServiceCeremony(ctx, body)
      : await authorizedCeremony(ctx, body.authenticationToken),
  );
}
