import { cache } from "react";
import { notFound, redirect } from "next/navigation";
import type { TenancyContext } from "@/lib/domain/context";
import { findSession, isSystemOwner, roleIn, type OperatorSession } from "@/lib/domain/operator/find-session";
import { mayDo, ruleOf, type OperatorRole, type Permission } from "@/lib/domain/operator/permission";
import { findTenancy } from "@/lib/domain/tenancy/find-tenancy";
import { getService } from "@/lib/http/service";
import { readRequestFacts } from "./request-facts";
import { readSessionCookie } from "./session-cookie";

/** An operator at work in one tenancy. */
export interface ConsoleContext extends TenancyContext {
  session: OperatorSession;
  role: OperatorRole;
}

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

const findTenancyOnce = cache((tenancyId: string) => findTenancy(getService(), tenancyId));

/** The context of an operator who may do that there, or why not; a tenancy without a role of theirs is as good as none. */
export async function admitOperator(session: OperatorSession, tenancyId: string, permission: Permission): Promise<ConsoleContext | null> {
  const role = roleIn(session, tenancyId);
  if (role === null || !mayDo(role, permission)) return null;
  if (ruleOf(permission).system === true && !isSystemOwner(session)) return null;
  const tenancy = await findTenancyOnce(tenancyId);
  // Its users are the operators, whose passkeys and roles have rules of their own.
  if (tenancy === null || (tenancy.isSystem && /^(user|passkey)\./.test(permission))) return null;
  const { requestId, client } = await readRequestFacts();
  return { ...getService(), tenancy, session, role, actor: { kind: "operator", id: session.sub }, requestId, client };
}

/**
 * What a page of a tenancy begins with: the signed-in operator's context. Nobody signed in: to the sign-in. Unknown
 * tenancy, no role there, or a role that may not: the same 404.
 */
export async function consoleContext(tenancyId: string, permission: Permission): Promise<ConsoleContext> {
  const ctx = await admitOperator(await requireOperator(), tenancyId, permission);
  if (ctx === null) notFound();
  return ctx;
}

/** The same for what is the installation's: a system owner in the system tenancy. */
export async function consoleSystemContext(permission: Permission): Promise<ConsoleContext> {
  const session = await requireOperator();
  const ctx = isSystemOwner(session) ? await admitOperator(session, session.systemId, permission) : null;
  if (ctx === null) notFound();
  return ctx;
}
