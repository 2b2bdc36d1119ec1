// Request options (WebAuthn L3 §5.5) begin a sign-in, in one of three ways:
// - by a token of `authorize`, which lists passkeys or allows any
// - by self-service for an account: the request names a user or passkeys
// - by self-service without an account: any passkey of the device may sign in ("discoverable")

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
import type { Prisma } from "@/prisma/generated/client";
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

/** What the options ask for. */
interface Ceremony extends Omit<AuthenticationIntent, "allowPasskeys"> {
  /** The credentials that may sign in, decoys included; null in a discoverable sign-in. */
  offered: OfferedCredential[] | null;
  hosted?: HostedBinding;
}

/**
 * Consumes a token of `authorize` and reads the credentials of its passkeys.
 * @throws InvalidToken · BadRequest (authenticationToken) if all of its passkeys have been deleted
 */
async function consumeAuthorization(
  ctx: TenancyContext,
  authenticationToken: string,
): Promise<Ceremony & { apiKeyId: string | null }> {
  const { payload, apiKeyId } = await consumeToken(ctx, "authentication", authenticationToken);
  const { allowPasskeys: offeredIds, ...intent } = AuthenticationIntent.parse(payload);
  if (offeredIds === null) return { ...intent, offered: null, apiKeyId };
  const passkeys = await ctx.db.passkey.findMany({
    where: { tenancyId: ctx.tenancy.id, rpId: intent.rpId, id: { in: offeredIds } },
    orderBy: { id: "desc" },
    select: { credentialId: true, transports: true },
  });
  if (passkeys.length === 0)
    throw badRequest(
      "authenticationToken",
      "the passkeys that this token allows have been deleted",
    );
  const offered = passkeys.map(({ credentialId, transports }) => ({
    id: credentialId,
    transports,
  }));
  return { ...intent, offered, apiKeyId };
}

/** What a self-service request names. A passkey is offered if it fits each of these. */
interface Named {
  passkeyIds: string[] | undefined;
  email: string | undefined;
  userId: string | undefined;
}

/** Returns what the request names, or null if it names no account. */
function readNamed(body: RequestAuthenticationOptions): Named | null {
  const { allowCredentials: passkeyIds, email, mediation } = body;
  // Older clients also send a user id, blank or not, where it selects no account.
  const userId = body.userId?.trim() && mediation !== "conditional" ? body.userId : undefined;
  const isEmpty = passkeyIds === undefined && email === undefined && userId === undefined;
  return isEmpty ? null : { passkeyIds, email, userId };
}

/** The `sub` of no user. */
const noSub = "";

/** Returns a condition for each thing that is named. No passkey meets that of an unknown one. */
async function conditionsOf(
  ctx: TenancyContext,
  { ownIds, email, userId }: { ownIds: string[] | undefined } & Omit<Named, "passkeyIds">,
): Promise<Prisma.PasskeyWhereInput[]> {
  const conditions: Prisma.PasskeyWhereInput[] = [];
  if (ownIds !== undefined) conditions.push({ id: { in: ownIds } });
  if (email !== undefined)
    conditions.push({
      user: { emailNormalized: email, OR: [{ emailVerified: true }, { emailOwned: true }] },
    });
  if (userId !== undefined) {
    const user = await findUserByUserId(ctx, ctx.db, userId);
    conditions.push({ sub: user?.sub ?? noSub });
  }
  return conditions;
}

/**
 * Finds the credentials to offer: one for each named passkey id, else those of the named account.
 * Decoys stand for what doesn't exist. They look like real credentials and take the same queries, so
 * the result doesn't reveal which accounts exist.
 * @throws InvalidEmail
 */
async function findOffered(
  ctx: TenancyContext,
  rpId: string,
  { passkeyIds, userId, ...named }: Named,
): Promise<OfferedCredential[]> {
  const email = named.email === undefined ? undefined : requireEmail(named.email).normalized;
  const ownIds = await findPasskeyIds(ctx, ctx.db, passkeyIds ?? []);
  const conditions = await conditionsOf(ctx, {
    ownIds: passkeyIds && [...ownIds.values()],
    email,
    userId,
  });
  const passkeys = await ctx.db.passkey.findMany({
    where: { tenancyId: ctx.tenancy.id, rpId, AND: conditions },
    orderBy: { id: "desc" },
    select: { id: true, credentialId: true, transports: true },
  });
  const credentials = new Map(
    passkeys.map(({ id, credentialId, transports }) => [id, { id: credentialId, transports }]),
  );
  const subjectOf = (...name: (string | undefined)[]) => ({
    tenancyId: ctx.tenancy.id,
    rpId,
    name: name.join(" "),
  });
  if (passkeyIds !== undefined)
    return withUniformOrder(
      [...new Set(passkeyIds)].map(
        (id) =>
          credentials.get(ownIds.get(id) ?? id) ??
          createDecoyCredential(ctx, subjectOf("passkey", id)),
      ),
    );
  // Created even if unused, so that timing doesn't reveal whether the user has passkeys.
  const decoys = createDecoyCredentials(
    ctx,
    userId === undefined ? subjectOf("email", email) : subjectOf("user", userId),
    ctx.tenancy.passkeysPerUser,
  );
  return withUniformOrder(credentials.size > 0 ? [...credentials.values()] : decoys);
}

/**
 * Returns what the options ask for without a token of `authorize`.
 * @throws Forbidden when the tenancy has disabled self-service
 */
function selfService(
  { tenancy, client }: TenancyContext,
  body: RequestAuthenticationOptions,
): Omit<Ceremony, "offered"> {
  if (!tenancy.selfServiceAuthentication)
    throw new ServiceError(
      "@error/Forbidden",
      undefined,
      "Self-service sign-in is disabled for this tenancy.",
    );
  return {
    rpId: resolveRpId(tenancy, body.rpId, client.origin),
    userVerification: raiseUserVerification(tenancy.userVerification, body.userVerification),
    mediation: body.mediation ?? "required",
    timeoutMs: clampTimeout(body.timeout),
    hints: body.hints,
  };
}

/**
 * Creates the options, and the session that verifies their response.
 * @param issue stores the session and returns its token
 */
async function begin(
  ctx: TenancyContext,
  ceremony: Ceremony,
  issue: (session: AuthenticationSession, lifetimeMs: number) => Promise<string>,
): Promise<AuthenticationOptions> {
  const { offered, rpId, userVerification, mediation, purpose, timeoutMs, hosted } = ceremony;
  const { hints = ctx.tenancy.hints } = ceremony;
  const policy = await findPolicy(ctx, ctx.db);
  const allowCredentials = offered?.map(({ id, transports }) => ({
    id,
    transports: knownTransports(transports),
  }));
  const optionsJSON = await generateAuthenticationOptions({
    rpID: rpId,
    challenge: new Uint8Array(randomBytes(32)),
    timeout: timeoutMs,
    userVerification: policy.rules.enforceOnSignIn
      ? requestedVerification(policy, userVerification)
      : userVerification,
    ...(allowCredentials && { allowCredentials }),
  });
  const session: AuthenticationSession = {
    rpId,
    userVerification,
    mediation,
    purpose,
    hosted,
    ceremonyNonce: optionsJSON.challenge,
    allowCredentials: offered?.map(({ id }) => id) ?? null,
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

/** Begins a sign-in after its request was counted. */
const beginCounted = (ctx: TenancyContext, ceremony: Ceremony, apiKeyId: string | null) =>
  begin(ctx, ceremony, async (payload, lifetimeMs) => {
    const session = { kind: "authenticationSession", payload, lifetimeMs, apiKeyId } as const;
    return (await issueToken(ctx, session)).token;
  });

/**
 * Counts the request and begins a discoverable sign-in, in one round trip.
 * @throws as countRequest
 */
export const beginDiscoverable = (
  ctx: TenancyContext,
  request: UncountedRequest,
  ceremony: Omit<Ceremony, "offered">,
): Promise<AuthenticationOptions> =>
  begin(ctx, { ...ceremony, offered: null }, (session, lifetimeMs) =>
    issueCountedSession(ctx, request, { session, lifetimeMs }),
  );

/**
 * Counts the request and creates request options.
 * @throws InvalidToken · Forbidden when self-service is disabled · InvalidEmail · BadRequest · as
 * countRequest
 */
export async function createAuthenticationOptions(
  ctx: TenancyContext,
  request: UncountedRequest,
  body: RequestAuthenticationOptions,
): Promise<AuthenticationOptions> {
  if (body.authenticationToken !== undefined) {
    await countRequest(ctx, request);
    const { apiKeyId, ...ceremony } = await consumeAuthorization(ctx, body.authenticationToken);
    return beginCounted(ctx, ceremony, apiKeyId);
  }
  const named = readNamed(body);
  if (named === null) {
    const ceremony = await countingRefusal(ctx, request, () => selfService(ctx, body));
    return beginDiscoverable(ctx, request, ceremony);
  }
  await countRequest(ctx, request);
  const ceremony = selfService(ctx, body);
  const offered = await findOffered(ctx, ceremony.rpId, named);
  return beginCounted(ctx, { ...ceremony, offered }, null);
}
