import { randomBytes } from "node:crypto";
import { generateAuthenticationOptions } from "@simplewebauthn/server";
import type {
  AuthenticationOptions,
  RequestAuthenticationOptions,
} from "@/lib/contract/authentication";
import { consumeToken } from "@/lib/domain/access/one-time-token/consume-token";
import { issueToken } from "@/lib/domain/access/one-time-token/issue-token";
import { countingRefusal, countRequest } from "@/lib/domain/access/rate-limit/count-request";
import type { UncountedRequest } from "@/lib/domain/access/rate-limit/request-row";
import type { TenancyContext } from "@/lib/domain/base/context";
import { requireEmail } from "@/lib/domain/base/email-address";
import { promptMetric } from "@/lib/domain/base/metric";
import { resolveRpId } from "@/lib/domain/base/tenancy/origin";
import { findPasskeyIds } from "@/lib/domain/passkey/passkey-id";
import { knownTransports } from "@/lib/domain/passkey/passkey-row";
import { findPolicy, requestedVerification } from "@/lib/domain/passkey/policy/find-policy";
import { findUserByUserId } from "@/lib/domain/user/find-user-by-user-id";
import { badRequest, ServiceError } from "@/lib/errors";
import { lifetimes } from "@/lib/limits";
import {
  AuthenticationIntent,
  type AuthenticationSession,
  clampTimeout,
  type HostedBinding,
  raiseUserVerification,
  withHints,
} from "./ceremony-intent";
import {
  createDecoyCredential,
  createDecoyCredentials,
  type OfferedCredential,
  withUniformOrder,
} from "./decoy-credential";
import { issueCountedSession } from "./issue-counted-session";

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

/** The user id that selects an account. Older clients also send one where it selects nothing. */
const accountIdOf = ({ userId, mediation }: RequestAuthenticationOptions): string | undefined =>
  userId?.trim() && mediation !== "conditional" ? userId : undefined;

/**
 * Finds the credentials to offer for an owned email, a user id or listed passkey ids, and decoys for
 * the rest. Both look alike and take the same queries, so they don't reveal which accounts exist.
 */
async function findOffered(
  ctx: TenancyContext,
  body: RequestAuthenticationOptions,
  rpId: string,
): Promise<OfferedCredential[]> {
  const ids = body.allowCredentials;
  const own = await findPasskeyIds(ctx, ctx.db, ids ?? []);
  const email = body.email === undefined ? null : requireEmail(body.email);
  const userId = accountIdOf(body);
  const user = userId === undefined ? null : await findUserByUserId(ctx, ctx.db, userId);
  const owner = {
    emailNormalized: email?.normalized ?? "",
    OR: [{ emailVerified: true }, { emailOwned: true }],
  };
  const passkeys = await ctx.db.passkey.findMany({
    where: {
      tenancyId: ctx.tenancy.id,
      rpId,
      ...(ids === undefined ? {} : { id: { in: [...own.values()] } }),
      ...(email === null ? {} : { user: owner }),
      ...(userId === undefined ? {} : { sub: user?.sub ?? "" }),
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
        (id) =>
          real.get(own.get(id) ?? id) ?? createDecoyCredential(ctx, subjectOf(`passkey ${id}`)),
      ),
    );
  // Created even if unused, so that timing doesn't reveal whether the user has passkeys.
  const decoys = createDecoyCredentials(
    ctx,
    subjectOf(userId === undefined ? `email ${email?.normalized ?? ""}` : `user ${userId}`),
    ctx.tenancy.passkeysPerUser,
  );
  return withUniformOrder(real.size > 0 ? [...real.values()] : decoys);
}

function selfServiceCeremony(ctx: TenancyContext, body: RequestAuthenticationOptions) {
  if (!ctx.tenancy.selfServiceAuthentication)
    throw new ServiceError(
      "@error/Forbidden",
      undefined,
      "Self-service sign-in is disabled for this tenancy.",
    );
  return {
    rpId: resolveRpId(ctx.tenancy, body.rpId, ctx.client.origin),
    userVerification: raiseUserVerification(ctx.tenancy.userVerification, body.userVerification),
    mediation: body.mediation ?? "required",
    timeoutMs: clampTimeout(body.timeout),
    hints: body.hints,
  };
}

async function accountCeremony(
  ctx: TenancyContext,
  body: RequestAuthenticationOptions,
): Promise<Ceremony> {
  const ceremony = selfServiceCeremony(ctx, body);
  return { ...ceremony, allow: await findOffered(ctx, body, ceremony.rpId), apiKeyId: null };
}

/** Stores a session and returns its token. */
type IssueSession = (session: AuthenticationSession, lifetimeMs: number) => Promise<string>;

/** Creates request options (WebAuthn L3 §5.5) and the session that verifies their response. */
async function beginAuthentication(
  ctx: TenancyContext,
  ceremony: Omit<Ceremony, "apiKeyId">,
  issue: IssueSession,
): Promise<AuthenticationOptions> {
  const { allow, rpId, userVerification, mediation, purpose, timeoutMs, hosted } = ceremony;
  const policy = await findPolicy(ctx, ctx.db);
  const { hints = ctx.tenancy.hints } = ceremony;
  const optionsJSON = await generateAuthenticationOptions({
    rpID: rpId,
    challenge: new Uint8Array(randomBytes(32)),
    timeout: timeoutMs,
    userVerification: policy.rules.enforceOnSignIn
      ? requestedVerification(policy, userVerification)
      : userVerification,
    ...(allow === null
      ? {}
      : {
          allowCredentials: allow.map(({ id, transports }) => ({
            id,
            transports: knownTransports(transports),
          })),
        }),
  });
  const session: AuthenticationSession = {
    rpId,
    userVerification,
    mediation,
    purpose,
    hosted,
    ceremonyNonce: optionsJSON.challenge,
    allowCredentials: allow === null ? null : allow.map(({ id }) => id),
  };
  const sessionToken = await issue(session, timeoutMs + lifetimes.sessionGraceMs);
  if (mediation === "required")
    ctx.activity.note(ctx.tenancy.id, promptMetric("sign-in", "started"));
  return {
    _tag: "AuthenticationOptions",
    sessionToken,
    optionsJSON: withHints(optionsJSON as AuthenticationOptions["optionsJSON"], hints),
    mediation,
  };
}

/** Creates request options for a discoverable sign-in. One round trip. @throws as countRequest */
export function beginDiscoverable(
  ctx: TenancyContext,
  request: UncountedRequest,
  ceremony: Omit<Ceremony, "allow" | "apiKeyId">,
): Promise<AuthenticationOptions> {
  return beginAuthentication(ctx, { ...ceremony, allow: null }, (session, lifetimeMs) =>
    issueCountedSession(ctx, request, { session, lifetimeMs }),
  );
}

/**
 * Counts the request, and creates request options by consuming an authentication token, or without
 * one by self-service.
 * @throws InvalidToken · Forbidden when self-service is disabled · InvalidEmail · BadRequest · as
 * countRequest
 */
export async function createAuthenticationOptions(
  ctx: TenancyContext,
  request: UncountedRequest,
  body: RequestAuthenticationOptions,
): Promise<AuthenticationOptions> {
  const { authenticationToken, email, allowCredentials } = body;
  const isSelfService = authenticationToken === undefined;
  const namesAccount =
    email !== undefined || allowCredentials !== undefined || accountIdOf(body) !== undefined;
  if (isSelfService && !namesAccount) {
    const ceremony = await countingRefusal(ctx, request, () => selfServiceCeremony(ctx, body));
    return beginDiscoverable(ctx, request, ceremony);
  }
  await countRequest(ctx, request);
  const { apiKeyId, ...ceremony } = isSelfService
    ? await accountCeremony(ctx, body)
    : await authorizedCeremony(ctx, authenticationToken);
  return beginAuthentication(ctx, ceremony, async (payload, lifetimeMs) => {
    const session = { kind: "authenticationSession", payload, lifetimeMs, apiKeyId } as const;
    return (await issueToken(ctx, session)).token;
  });
}
