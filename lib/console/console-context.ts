import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import {
  findSession,
  isSystemOwner,
  type OperatorSession,
  roleIn,
  strengthOf,
} from "@/lib/domain/admin/operator/session/find-session";
import type { TenancyContext } from "@/lib/domain/base/context";
import {
  mayDo,
  missingProof,
  type OperatorRole,
  ruleOf,
  type SessionStrength,
  type TenancyPermission,
} from "@/lib/domain/base/permission";
import { findTenancy } from "@/lib/domain/base/tenancy/find-tenancy";
import { getService, withShareOf } from "@/lib/service/service";
import { readRequestFacts } from "./request-facts";
import { readSessionCookie } from "./session-cookie";
import { passkeySignInPath, signInPath } from "./wanted-page";

/** A tenancy's context with the operator's session, role and session strength. */
export interface ConsoleContext extends TenancyContext {
  session: OperatorSession;
  role: OperatorRole;
  strength: SessionStrength;
}

/**
 * Whether a page shows a control: the role has the permission and the session needs no new sign-in.
 * Controls that need a fresh passkey are shown, because the action asks for it.
 */
export const mayOffer = (
  { role, strength }: Pick<ConsoleContext, "role" | "strength">,
  permission: TenancyPermission,
): boolean => mayDo(role, permission) && missingProof(strength, permission) !== "passkey-session";

/** Returns the operator's session, or null. Cached per request. */
export const findOperator = cache(async (): Promise<OperatorSession | null> => {
  const cookie = readSessionCookie(await readRequestFacts());
  return cookie === undefined ? null : findSession(getService(), cookie);
});

/** Returns the operator's session. Redirects visitors to the sign-in, which leads back to the page. */
export async function requireOperator(): Promise<OperatorSession> {
  const session = await findOperator();
  if (session === null) redirect(signInPath((await readRequestFacts()).page));
  return session;
}

const findTenancyOnce = cache((tenancyId: string) =>
  findTenancy(withShareOf(getService(), tenancyId), tenancyId),
);

/**
 * Returns the context if the operator's role has the permission in that tenancy, otherwise null. The
 * caller checks the session's strength.
 */
export async function admitOperator(
  session: OperatorSession,
  tenancyId: string,
  permission: TenancyPermission,
): Promise<ConsoleContext | null> {
  const role = roleIn(session, tenancyId);
  if (role === null || !mayDo(role, permission)) return null;
  if (ruleOf(permission).scope === "installation" && !isSystemOwner(session)) return null;
  const tenancy = await findTenancyOnce(tenancyId);
  // The users of the system tenancy are the operators. Other permissions cover them.
  if (tenancy === null || (tenancy.isSystem && /^(user|passkey)\./.test(permission))) return null;
  const { requestId, client } = await readRequestFacts();
  const strength = strengthOf(session, getService().clock.now());
  return {
    ...withShareOf(getService(), tenancyId),
    tenancy,
    session,
    role,
    strength,
    actor: { kind: "operator", id: session.sub },
    requestId,
    client,
  };
}

/**
 * Redirects a code session to the sign-in if the page requires a passkey session. Pages never
 * require a fresh passkey; actions do.
 */
async function requireProof(
  ctx: ConsoleContext | null,
  permission: TenancyPermission,
): Promise<ConsoleContext> {
  if (ctx === null) notFound();
  if (missingProof(ctx.strength, permission) === "passkey-session")
    redirect(passkeySignInPath((await readRequestFacts()).page));
  return ctx;
}

/**
 * Returns the signed-in operator's context for a page of a tenancy. Redirects visitors to the
 * sign-in. An unknown tenancy, a missing role and a missing permission are the same 404.
 */
export async function consoleContext(
  tenancyId: string,
  permission: TenancyPermission,
): Promise<ConsoleContext> {
  return requireProof(
    await admitOperator(await requireOperator(), tenancyId, permission),
    permission,
  );
}

/** Returns a system owner's context in the system tenancy. Other operators get a 404. */
export async function consoleSystemContext(permission: TenancyPermission): Promise<ConsoleContext> {
  const session = await requireOperator();
  const ctx = isSystemOwner(session)
    ? await admitOperator(session, session.systemId, permission)
    : null;
  return requireProof(ctx, permission);
}
