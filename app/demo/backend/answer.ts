import { z } from "zod";
import { type BackendCall, KeysteadRefusal, type RefusalDetails } from "./keystead";
import { findSession, type Session } from "./sessions";
import { readSettings, type Settings } from "./settings";

/** Response of the demo's backend: its result and the API calls that it made. */
export type Answer<T extends object = object> =
  ({ ok: true } & T) | ({ ok: false; tag: string; message: string } & RefusalDetails);
export type Traced<A> = A & { calls: BackendCall[] };

const refuse = (
  status: number,
  tag: string,
  message: string,
  { calls = [], details = {} }: { calls?: BackendCall[]; details?: RefusalDetails } = {},
) => Response.json({ ok: false, tag, message, calls, ...details }, { status });

/** Prevents login CSRF: accepts only JSON requests from this origin. */
function isFromHere(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site");
  const isJson = request.headers.get("content-type")?.split(";")[0]?.trim() === "application/json";
  return isJson && (site === null || site === "same-origin");
}

/**
 * Creates a handler of the demo's backend. It rejects cross-origin requests, parses the body and
 * explains errors.
 */
export function handler<S extends z.ZodType>(
  schema: S,
  handle: (
    body: z.output<S>,
    settings: Settings,
    request: Request,
  ) => Promise<{ calls: BackendCall[] }>,
) {
  return async (request: Request): Promise<Response> => {
    const settings = await readSettings();
    if (!isFromHere(request))
      return refuse(403, "elsewhere", "Only the demo’s own pages can make this call.");
    const body = schema.safeParse(await request.json().catch(() => undefined));
    if (!body.success) return refuse(400, "bad-request", z.prettifyError(body.error));
    try {
      return Response.json({ ok: true, ...(await handle(body.data, settings, request)) });
    } catch (error) {
      if (error instanceof KeysteadRefusal)
        return refuse(
          ["signed-out", "sign-in-again"].includes(error.tag) ? 401 : 400,
          error.tag,
          error.message,
          error,
        );
      throw error;
    }
  };
}

/**
 * Creates a handler that requires a session. `fresh` requires a sign-in within the last minutes, so
 * that an open session cannot change how its owner signs in.
 */
export function signedInHandler<S extends z.ZodType>(
  { fresh, body: schema }: { fresh: boolean; body: S },
  handle: (
    body: z.output<S>,
    session: Session,
    settings: Settings,
    request: Request,
  ) => Promise<{ calls: BackendCall[] }>,
) {
  return handler(schema, async (body, settings, request) => {
    const session = await findSession();
    if (session === undefined)
      throw new KeysteadRefusal("signed-out", "You are signed out. Sign in first.", []);
    if (fresh && !session.isFresh)
      throw new KeysteadRefusal(
        "sign-in-again",
        "This changes how you sign in. Use your passkey again first.",
        [],
      );
    return handle(body, session, settings, request);
  });
}
