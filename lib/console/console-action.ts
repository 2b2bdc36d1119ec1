import { unstable_rethrow } from "next/navigation";
import type { z } from "zod";
import { issueMessage } from "@/lib/contract/issue-message";
import {
  countCodeSessionAction,
  countOpenRequest,
  isSystemOwner,
  type OperatorSession,
  strengthOf,
} from "@/lib/domain/admin/operator/session/find-session";
import { systemContext } from "@/lib/domain/admin/operator/system-tenancy";
import type { TenancyContext } from "@/lib/domain/base/context";
import {
  type AccountPermission,
  missingProof,
  type Permission,
  ruleOf,
  type TenancyPermission,
} from "@/lib/domain/base/permission";
import type { TimelineKind } from "@/lib/domain/base/timeline-event";
import { noteRefusal } from "@/lib/domain/record/counter/note-refusal";
import { isServiceError, type Issue } from "@/lib/errors";
import { describeFailure } from "@/lib/platform/describe-failure";
import { getService } from "@/lib/service/service";
import type { ActionFailure, ActionResult } from "./action-result";
import { admitOperator, type ConsoleContext, findOperator } from "./console-context";
import { readRequestFacts, type RequestFacts } from "./request-facts";

/**
 * Permission and input of an action. The function carries it as a property, so that one test can run
 * every action with every role and session.
 */
export interface ActionDeclaration {
  permission: Permission | "anybody";
  input: z.ZodType;
  /** Set if the tenancy's id is the first argument. */
  ofTenancy?: true;
}

export type DeclaredAction<I, T> = ((tenancyId: string, input: I) => Promise<ActionResult<T>>) & {
  declaration: ActionDeclaration;
};

const refuse = (message: string): ActionResult<never> => ({
  ok: false,
  error: { tag: "@error/Forbidden", message },
});

const notSignedIn: ActionResult<never> = {
  ok: false,
  needs: "sign-in",
  error: { tag: "@error/Forbidden", message: "Your session has ended. Sign in again." },
};
const needsStepUp: ActionResult<never> = {
  ok: false,
  needs: "step-up",
  error: { tag: "@error/Forbidden", message: "Confirm with your passkey to do this." },
};
const needsPasskeySession = (message: string): ActionResult<never> => ({
  ok: false,
  needs: "passkey-session",
  error: { tag: "@error/Forbidden", message },
});
const notAllowed = refuse("Your role does not allow this here.");

/** Returns a failure if the permission requires a stronger session, otherwise null. */
function requireStrength(
  session: OperatorSession,
  permission: Permission,
  now: number,
): ActionResult<never> | null {
  const missing = missingProof(strengthOf(session, now), permission);
  if (missing === null) return null;
  if (missing === "fresh-passkey") return needsStepUp;
  return needsPasskeySession(
    session.signIn === "code"
      ? "You signed in with an emailed code. Sign in with a passkey to do this."
      : "Your passkey is not trusted yet. An owner can approve it, or you can wait 24 hours after adding it.",
  );
}

/**
 * Counts actions whose permission limits code sessions to a few per hour.
 * @throws RateLimited
 */
async function countIfLimited(session: OperatorSession, permission: Permission): Promise<void> {
  const service = getService();
  if (
    ruleOf(permission).codeSession === "limited" &&
    strengthOf(session, service.clock.now()) === "code"
  )
    await countCodeSessionAction(service, session);
}

/** Converts a thrown error into a result. */
function toActionFailure(error: unknown, requestId: string): ActionResult<never> {
  // Rethrows redirect() and notFound(), which Next handles.
  unstable_rethrow(error);
  const { tag, message, extra } = describeFailure(getService().log, error, { requestId });
  // Only these fields reach the page. An error may carry others.
  const { issues, attemptsRemaining, retryAfterSeconds } = extra as Partial<
    Omit<ActionFailure["error"], "tag" | "message">
  >;
  return { ok: false, error: { tag, message, issues, attemptsRemaining, retryAfterSeconds } };
}

const toIssues = (error: z.ZodError): Issue[] =>
  error.issues.map(({ path, message }) => ({ path: path.join("."), message }));

async function run<T>(
  work: (facts: RequestFacts) => Promise<ActionResult<T>>,
): Promise<ActionResult<T>> {
  const facts = await readRequestFacts();
  // Next compares Origin with Host, which a proxy may rewrite. Compare it with the configured URL.
  if (facts.client.origin !== getService().baseUrl)
    return refuse("This request came from another site.");
  try {
    return await work(facts);
  } catch (error) {
    return toActionFailure(error, facts.requestId);
  }
}

async function withInput<S extends z.ZodType, T>(
  input: S,
  raw: unknown,
  work: (value: z.output<S>) => Promise<T>,
): Promise<ActionResult<T>> {
  const parsed = input.safeParse(raw, { error: issueMessage });
  if (!parsed.success)
    return {
      ok: false,
      error: {
        tag: "@error/BadRequest",
        message: "Check the marked fields.",
        issues: toIssues(parsed.error),
      },
    };
  return { ok: true, value: await work(parsed.data) };
}

/**
 * Creates a server action on one tenancy. The action checks the origin, the session, the role and
 * the session's strength, then parses the input and calls the domain function. It returns errors as
 * results, without stack traces.
 */
export function consoleAction<S extends z.ZodType, T>(
  permission: TenancyPermission,
  input: S,
  work: (ctx: ConsoleContext, value: z.output<S>) => Promise<T>,
): DeclaredAction<z.input<S>, T> {
  const act = (tenancyId: string, raw: z.input<S>): Promise<ActionResult<T>> =>
    run(async () => {
      const session = await findOperator();
      if (session === null) return notSignedIn;
      const ctx =
        typeof tenancyId === "string" ? await admitOperator(session, tenancyId, permission) : null;
      if (ctx === null) return notAllowed;
      return (
        requireStrength(session, permission, ctx.clock.now()) ??
        withInput(input, raw, async (value) => {
          await countIfLimited(session, permission);
          return work(ctx, value);
        })
      );
    });
  return Object.assign(act, { declaration: { permission, input, ofTenancy: true as const } });
}

/** Creates a server action for system owners. It runs in the system tenancy. */
export function consoleSystemAction<S extends z.ZodType, T>(
  permission: TenancyPermission,
  input: S,
  work: (ctx: ConsoleContext, value: z.output<S>) => Promise<T>,
) {
  const inner = consoleAction(permission, input, work);
  const act = async (raw: z.input<S>): Promise<ActionResult<T>> => {
    const session = await findOperator();
    if (session !== null && !isSystemOwner(session)) return notAllowed;
    return inner(session?.systemId ?? "", raw);
  };
  return Object.assign(act, { declaration: { permission, input } });
}

/** The arguments of an account action. */
interface AccountCall {
  /** The system tenancy. */
  ctx: TenancyContext;
  session: OperatorSession;
  facts: RequestFacts;
}

/** Creates a server action on the operator's own account. */
export function accountAction<S extends z.ZodType, T>(
  permission: AccountPermission,
  input: S,
  work: (call: AccountCall, value: z.output<S>) => Promise<T>,
) {
  const act = (raw: z.input<S>): Promise<ActionResult<T>> =>
    run(async (facts) => {
      const session = await findOperator();
      if (session === null) return notSignedIn;
      return (
        requireStrength(session, permission, getService().clock.now()) ??
        withInput(input, raw, async (value) => {
          await countIfLimited(session, permission);
          return work({ ctx: await systemContext(getService(), facts), session, facts }, value);
        })
      );
    });
  return Object.assign(act, { declaration: { permission, input } });
}

/**
 * Creates a server action that requires no session. Requests are limited by client address.
 * @param refused the kind of timeline event for a refused request
 */
export function openAction<S extends z.ZodType, T>(
  refused: TimelineKind,
  input: S,
  work: (call: { ctx: TenancyContext; facts: RequestFacts }, value: z.output<S>) => Promise<T>,
) {
  const act = (raw: z.input<S>): Promise<ActionResult<T>> =>
    run((facts) =>
      withInput(input, raw, async (value) => {
        const ctx = await systemContext(getService(), facts);
        try {
          await countOpenRequest(ctx);
          return await work({ ctx, facts }, value);
        } catch (error) {
          if (isServiceError(error)) noteRefusal(ctx, refused, error);
          throw error;
        }
      }),
    );
  return Object.assign(act, { declaration: { permission: "anybody" as const, input } });
}
