import { unstable_rethrow } from "next/navigation";
import { z } from "zod";
import type { OperatorSession } from "@/lib/domain/operator/find-session";
import { isSystemOwner, stepUpUntil } from "@/lib/domain/operator/find-session";
import { systemContext } from "@/lib/domain/operator/operator-context";
import { ruleOf, type Permission } from "@/lib/domain/operator/permission";
import type { TenancyContext } from "@/lib/domain/context";
import { isServiceError, ServiceError, type Issue } from "@/lib/errors";
import { getService } from "@/lib/http/service";
import { isUnavailable } from "@/lib/platform/database";
import type { ActionResult } from "./action-result";
import { admitOperator, findOperator, type ConsoleContext } from "./console-context";
import { readRequestFacts, type RequestFacts } from "./request-facts";

/** What an action declares; it rides on the function, for the test that asks every action with every role. */
export interface ActionDeclaration {
  permission: Permission | "signed-in" | "anybody";
  input: z.ZodType;
}

export type DeclaredAction<I, T> = ((tenancyId: string, input: I) => Promise<ActionResult<T>>) & { declaration: ActionDeclaration };

const refuse = (message: string): ActionResult<never> => ({ ok: false, error: { tag: "@error/Forbidden", message } });

const notSignedIn: ActionResult<never> = { ok: false, needs: "sign-in", error: { tag: "@error/Forbidden", message: "Your session is over. Sign in again." } };
const needsStepUp: ActionResult<never> = { ok: false, needs: "step-up", error: { tag: "@error/Forbidden", message: "Use your passkey once more to do this." } };
const notAllowed = refuse("Your role does not allow this here.");

/** What is thrown becomes a result; what is no ServiceError is logged without its message, which may quote values. */
function toFailure(error: unknown, requestId: string): ActionResult<never> {
  // Next's own signals (redirect, not found) go on.
  unstable_rethrow(error);
  const known = isServiceError(error) ? error : isUnavailable(error) ? new ServiceError("@error/Unavailable") : undefined;
  if (known === undefined) {
    const { name, stack } = error instanceof Error ? error : new Error("a value that is no error was thrown");
    getService().log.error({ requestId, name, frames: stack?.split("\n").filter((line) => /^\s+at /.test(line)).slice(0, 8) }, "internal error");
  }
  const { tag, message, extra } = known ?? new ServiceError("@error/Internal", { requestId });
  const issues = "issues" in extra ? extra.issues : undefined;
  return { ok: false, error: { tag, message, ...(issues === undefined ? {} : { issues }) } };
}

const toIssues = (error: z.ZodError): Issue[] => error.issues.map(({ path, message }) => ({ path: path.join("."), message }));

async function run<T>(input: z.ZodType, raw: unknown, work: (value: unknown, facts: RequestFacts) => Promise<ActionResult<T>>): Promise<ActionResult<T>> {
  const facts = await readRequestFacts();
  // Next compares Origin with Host, which a proxy may rewrite; this compares it with what is configured.
  if (facts.client.origin !== getService().baseUrl) return refuse("This request came from another site.");
  const parsed = input.safeParse(raw);
  if (!parsed.success) return { ok: false, error: { tag: "@error/BadRequest", message: "Check what is marked.", issues: toIssues(parsed.error) } };
  try {
    return await work(parsed.data, facts);
  } catch (error) {
    return toFailure(error, facts.requestId);
  }
}

/**
 * A server action on one tenancy: same origin, signed in, a role that may, a passkey used just now where the permission
 * asks for one; then its input by schema, then the domain. Clients get a result and never a stack.
 */
export function consoleAction<S extends z.ZodType, T>(
  permission: Permission,
  input: S,
  work: (ctx: ConsoleContext, value: z.output<S>) => Promise<T>,
): DeclaredAction<z.input<S>, T> {
  const act = (tenancyId: string, raw: z.input<S>): Promise<ActionResult<T>> =>
    run(z.unknown(), raw, async () => {
      const session = await findOperator();
      if (session === null) return notSignedIn;
      const ctx = typeof tenancyId === "string" ? await admitOperator(session, tenancyId, permission) : null;
      if (ctx === null) return notAllowed;
      if (ruleOf(permission).stepUp === true && stepUpUntil(session) <= ctx.clock.now()) return needsStepUp;
      const parsed = input.safeParse(raw);
      if (!parsed.success) return { ok: false, error: { tag: "@error/BadRequest", message: "Check what is marked.", issues: toIssues(parsed.error) } };
      return { ok: true, value: await work(ctx, parsed.data) };
    });
  return Object.assign(act, { declaration: { permission, input } });
}

/** A server action of the installation, for system owners; `tenancyId` is not asked for. */
export function consoleSystemAction<S extends z.ZodType, T>(permission: Permission, input: S, work: (ctx: ConsoleContext, value: z.output<S>) => Promise<T>) {
  const inner = consoleAction(permission, input, work);
  const act = async (raw: z.input<S>): Promise<ActionResult<T>> => {
    const session = await findOperator();
    if (session !== null && !isSystemOwner(session)) return notAllowed;
    return inner(session?.systemId ?? "", raw);
  };
  return Object.assign(act, { declaration: { permission, input } });
}

/** A server action on one's own account. */
export function accountAction<S extends z.ZodType, T>(input: S, work: (call: { ctx: TenancyContext; session: OperatorSession; facts: RequestFacts }, value: z.output<S>) => Promise<T>) {
  const act = (raw: z.input<S>): Promise<ActionResult<T>> =>
    run(input, raw, async (value, facts) => {
      const session = await findOperator();
      if (session === null) return notSignedIn;
      return { ok: true, value: await work({ ctx: await systemContext(getService(), facts), session, facts }, value as z.output<S>) };
    });
  return Object.assign(act, { declaration: { permission: "signed-in" as const, input } });
}

/** A server action for whoever is not signed in yet. */
export function openAction<S extends z.ZodType, T>(input: S, work: (call: { ctx: TenancyContext; facts: RequestFacts }, value: z.output<S>) => Promise<T>) {
  const act = (raw: z.input<S>): Promise<ActionResult<T>> =>
    run(input, raw, async (value, facts) => ({ ok: true, value: await work({ ctx: await systemContext(getService(), facts), facts }, value as z.output<S>) }));
  return Object.assign(act, { declaration: { permission: "anybody" as const, input } });
}
