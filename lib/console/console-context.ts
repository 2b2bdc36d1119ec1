import { cache } from "react";
import { notFound, redirect } from "next/navigation";
import type { TenancyContext } from "@/lib/domain/context";
import {
  findSession,
  isSystemOwner,
  roleIn,
  strengthOf,
  type OperatorSession,
} from "@/lib/domain/operator/session/find-session";
import {
  mayDo,
  missingProof,
  ruleOf,
  type OperatorRole,
  type SessionStrength,
  type TenancyPermission,
} from "@/lib/domain/operator/permission";
import { findTenancy } from "@/lib/domain/tenancy/find-tenancy";
import { forTenancy, getService } from "@/lib/service/service";
import { readRequestFacts } from "./request-facts";
import { readSessionCookie } from "./session-cookie";

/** An operator at work in one tenancy. */
export interface ConsoleContext extends TenancyContext {
  session: OperatorSession;
  role: OperatorRole;
  strength: SessionStrength;
}

/**
 * Whether a page offers what the permission is for: the role has it, and no new sign-in is needed.
 * A fresh passkey is asked for on the way.
 */
export const mayOffer = (
  { role, strength }: Pick<ConsoleContext, "role" | "strength">,
  permission: TenancyPermission,
): boolean => mayDo(role, permission) && missingProof(strength, permission) !== "passkey-session";

/** Who is signed in, or null; asked once per request. */
export const findOperator = cache(async (): Promise<OperatorSession | null> => {
  const cookie = readSessionCookie(await readRequestFacts());
  return cookie === undefined ? null : findSession(getService(), cookie);
});

/** For pages that need no tenancy: who is signed in; anybody else is sent to the sign-in. */
export async function requireOperator(): Promise<OperatorSession> {
  const session = await findOperator();
  if (session === null) redirect("/console/sign-in");
  return session;
}

const findTenancyOnce = cache((tenancyId: string) =>
  findTenancy(forTenancy(getService(), tenancyId), tenancyId),
);

/**
 * The context of an operator whose role has the permission there, else null. What the session has
 * proved is the caller's to check.
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
  // Its users are the operators, whose passkeys and roles have rules of their own.
  if (tenancy === null || (tenancy.isSystem && /^(user|passkey)\./.test(permission))) return null;
  const { requestId, client } = await readRequestFacts();
  const strength = strengthOf(session, getService().clock.now());
  return {
    ...forTenancy(getService(), tenancyId),
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
 * Pages that a code session may not open lead to the sign-in, where it can use a passkey. Pages
 * never need a fresh one: their actions do.
 */
function requireProof(ctx: ConsoleContext | null, permission: TenancyPermission): ConsoleContext {
  if (ctx === null) notFound();
  if (missingProof(ctx.strength, permission) === "passkey-session") redirect("/console/sign-in");
  return ctx;
}

/**
 * What a page of a tenancy begins with: the signed-in operator's context. Nobody signed in: to the
 * sign-in. Unknown tenancy, no role there, or a role that may not: the same 404.
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

/** The same for what is the installation's: a system owner in the system tenancy. */
export async function consoleSystemContext(permission: TenancyPermission): Promise<ConsoleContext> {
  const session = await requireOperator();
  const ctx = isSystemOwner(session)
    ? await admitOperator(session, session.systemId, permission)
    : null;
  return requireProof(ctx, permission);
}
