import { z } from "zod";
import type { Settings } from "./settings";

/** One call of this backend, as the page shows it. */
export interface BackendCall {
  method: string;
  /** Without what is secret. */
  path: string;
  status: number;
  ms: number;
}

const ApiError = z.object({ _tag: z.string(), message: z.string() });

export class KeysteadRefusal extends Error {
  constructor(
    readonly tag: string,
    message: string,
    readonly calls: BackendCall[],
  ) {
    super(message);
  }
}

/**
 * Calls the REST API with the API key.
 * @param path below the tenancy; `shownAs` is the path without a secret in it
 * @throws KeysteadRefusal with the service's tag
 */
async function callKeystead<S extends z.ZodType>(settings: Settings, schema: S, { path, shownAs, body }: { path: string; shownAs: string; body?: object }) {
  const { endpoint, tenancyId, apiKey } = settings;
  const startedAt = performance.now();
  const response = await fetch(`${endpoint}/v2/${tenancyId}/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${apiKey}` },
    body: JSON.stringify(body ?? {}),
    cache: "no-store",
  });
  const reply: unknown = await response.json();
  const call = { method: "POST", path: `/v2/${tenancyId}/${shownAs}`, status: response.status, ms: performance.now() - startedAt };
  if (response.ok) return { reply: schema.parse(reply), calls: [call] };
  const { _tag, message } = ApiError.parse(reply);
  throw new KeysteadRefusal(_tag, message, [call]);
}

const Principal = z.object({
  id: z.string(),
  sub: z.string(),
  userId: z.string(),
  authenticatorId: z.string(),
  authenticatorType: z.string(),
  operation: z.enum(["registration", "authentication"]),
  passkey: z.object({ verified: z.boolean(), userVerified: z.boolean(), platformName: z.string().optional() }),
  user: z.object({ email: z.string(), givenName: z.string(), familyName: z.string(), emailVerified: z.boolean() }),
  createdAt: z.number(),
  expiresAt: z.number(),
});

/** Who signed in, with which passkey. */
export type Principal = z.infer<typeof Principal>;

/** Turns the one-time code into the principal; `userId` makes the passkey known by this application's own id. */
export function exchangeCode(settings: Settings, code: string, userId?: string) {
  return callKeystead(settings, Principal, {
    path: `principal/${encodeURIComponent(code)}`,
    shownAs: "principal/••••••",
    ...(userId === undefined ? {} : { body: { userId } }),
  });
}

const Authorized = z.object({ registrationToken: z.string() });

/** Allows one browser to register a further passkey for a user of this application. */
export function authorizeRegistration(settings: Settings, { userId, username }: { userId: string; username: string }) {
  const path = "passkey/registration/authorize";
  return callKeystead(settings, Authorized, { path, shownAs: path, body: { userId, username } });
}
