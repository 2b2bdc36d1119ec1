import { z } from "zod";
import { maskSecrets } from "./mask-secrets";
import type { Settings } from "./settings";

/** An API call of this backend, as shown on the page. */
export interface BackendCall {
  method: string;
  /** Without secrets. */
  path: string;
  status: number;
  ms: number;
  /** Bodies as JSON, without secrets. */
  request?: unknown;
  response?: unknown;
}

const ApiError = z.object({
  _tag: z.string(),
  message: z.string(),
  attemptsRemaining: z.int().optional(),
  retryAfterSeconds: z.int().optional(),
});

/** Additional fields of some errors. */
export interface RefusalDetails {
  attemptsRemaining?: number | undefined;
  retryAfterSeconds?: number | undefined;
}

export class KeysteadRefusal extends Error {
  constructor(
    readonly tag: string,
    message: string,
    readonly calls: BackendCall[],
    readonly details: RefusalDetails = {},
  ) {
    super(message);
  }
}

interface ApiRequest {
  method?: "GET" | "POST" | "PATCH";
  /** Relative to the tenancy. */
  path: string;
  /** The path to display if `path` contains a secret. */
  shownAs?: string;
  body?: object;
}

/**
 * Calls the REST API with the API key.
 * @throws KeysteadRefusal with the service's tag
 */
async function callKeystead<S extends z.ZodType>(
  settings: Settings,
  schema: S,
  { method = "POST", path, shownAs = path, body = {} }: ApiRequest,
) {
  const { endpoint, tenancyId, apiKey } = settings;
  const startedAt = performance.now();
  const response = await fetch(`${endpoint}/v2/${tenancyId}/${path}`, {
    method,
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${apiKey}` },
    ...(method === "GET" ? {} : { body: JSON.stringify(body) }),
    cache: "no-store",
  });
  const reply = (await response.json()) as object;
  const call = {
    method,
    path: `/v2/${tenancyId}/${shownAs}`,
    status: response.status,
    ms: performance.now() - startedAt,
    ...(method === "GET" ? {} : { request: maskSecrets(body) }),
    response: maskSecrets(reply),
  };
  if (response.ok) return { reply: schema.parse(reply), calls: [call] };
  const { _tag, message, ...details } = ApiError.parse(reply);
  throw new KeysteadRefusal(_tag, message, [call], details);
}

const Principal = z.object({
  id: z.string(),
  sub: z.string(),
  userId: z.string(),
  authenticatorId: z.string(),
  authenticatorType: z.string(),
  assurance: z.enum(["aal2", "aal1", "none"]),
  authenticatorAttachment: z.enum(["platform", "cross-platform"]).optional(),
  operation: z.enum(["registration", "authentication"]),
  /** Absent after a sign-in with an emailed code on the hosted pages. */
  passkey: z
    .object({
      verified: z.boolean(),
      userVerified: z.boolean(),
      platformName: z.string().optional(),
      availableAt: z.number().optional(),
    })
    .optional(),
  user: z.object({
    email: z.string(),
    givenName: z.string(),
    familyName: z.string(),
    emailVerified: z.boolean(),
  }),
  createdAt: z.number(),
  expiresAt: z.number(),
});

/** The signed-in user, and how they signed in. */
export type Principal = z.infer<typeof Principal>;

/**
 * Exchanges the one-time code for the principal. `userId` links the passkey to this application's
 * user id. A code of the hosted pages needs the `code_verifier` of its sign-in.
 */
export function exchangeCode(
  settings: Settings,
  code: string,
  proof: { userId?: string; code_verifier?: string } = {},
) {
  return callKeystead(settings, Principal, {
    path: `principal/${encodeURIComponent(code)}`,
    shownAs: "principal/••••••",
    body: proof,
  });
}

const Authorized = z.object({ registrationToken: z.string() });

/**
 * Authorizes one browser to register a passkey for a user of this application, on the site `rpId`.
 */
export function authorizeRegistration(
  settings: Settings,
  body: { userId: string; username: string; rpId: string },
) {
  return callKeystead(settings, Authorized, { path: "passkey/registration/authorize", body });
}

const StoredUser = z.object({
  user: z.object({ enabled: z.boolean(), email: z.string(), emailVerified: z.boolean() }),
});

/** Reads the user's email, and whether an operator has disabled the user. */
export function getUser(settings: Settings, sub: string) {
  return callKeystead(settings, StoredUser, {
    method: "GET",
    path: `user/${encodeURIComponent(sub)}`,
  });
}

/** Marks the user's email as verified by this application. */
export function markEmailVerified(settings: Settings, sub: string) {
  return callKeystead(settings, z.object({}), {
    method: "PATCH",
    path: `user/${encodeURIComponent(sub)}`,
    body: { emailVerified: true },
  });
}

const Created = z.object({
  challenge: z.object({
    challengeId: z.string(),
    secret: z.string(),
    code: z.string(),
    createdAt: z.number(),
    expiresAt: z.number(),
  }),
});

/** Sends a code by email and keeps the challenge's secret in this backend. */
export function createChallenge(
  settings: Settings,
  body: {
    purpose: string;
    email: string;
    userId?: string;
    locale: string | undefined;
    invalidateOthers: boolean;
  },
) {
  return callKeystead(settings, Created, { path: "challenges", body });
}

/**
 * Verifies a typed code. A code verifies only once. `setUserEmail` also makes its mailbox the email of
 * the user whom the challenge names.
 */
export function verifyChallenge(
  settings: Settings,
  body: { challengeId: string; secret: string; code: string; setUserEmail: boolean },
) {
  return callKeystead(settings, z.object({ challenge: z.object({ email: z.string() }) }), {
    path: "challenges/verify",
    body,
  });
}

const Passkey = z.object({
  id: z.string(),
  userId: z.string(),
  enabled: z.boolean(),
  credential: z.object({ username: z.string(), backedUp: z.boolean(), rpId: z.string() }),
  platform: z.object({ name: z.string(), icon: z.url() }).optional(),
  createdAt: z.number(),
  lastUsed: z.number().optional(),
});

/** A passkey. Times are epoch milliseconds. */
export type Passkey = z.infer<typeof Passkey>;

export function getPasskey(settings: Settings, passkeyId: string) {
  return callKeystead(settings, Passkey, {
    method: "GET",
    path: `passkeys/${encodeURIComponent(passkeyId)}`,
  });
}

const Page = z.object({ records: z.array(z.object({ id: z.string() })) });

/** Lists a user's passkeys, newest first. Skips a passkey that is deleted in the meantime. */
export async function listPasskeys(settings: Settings, userId: string): Promise<Passkey[]> {
  const { reply } = await callKeystead(settings, Page, {
    method: "GET",
    path: `passkeys?userId=${encodeURIComponent(userId)}`,
  });
  const found = await Promise.all(
    reply.records.map(({ id }) =>
      getPasskey(settings, id).catch((error: unknown) => {
        if (error instanceof KeysteadRefusal && error.tag === "@error/NotFound") return undefined;
        throw error;
      }),
    ),
  );
  return found.flatMap((passkey) => passkey?.reply ?? []);
}

/** Renames a user's passkeys and prepares the browser to rename them on the device. */
export function preparePasskeyUpdate(
  settings: Settings,
  body: { userId: string; username: string },
) {
  return callKeystead(settings, z.object({ updatePasskeysToken: z.string() }), {
    path: "passkeys/update",
    body,
  });
}

/** Deletes passkeys and prepares the browser to remove them from the device. */
export function preparePasskeyDeletion(settings: Settings, passkeyIds: string[]) {
  return callKeystead(settings, z.object({ deletePasskeysToken: z.string() }), {
    path: "passkeys/delete",
    body: { passkeyIds },
  });
}

/** Prepares the browser to remove passkeys that the service no longer accepts from the device. */
export function preparePasskeyPruning(settings: Settings, userId: string) {
  return callKeystead(settings, z.object({ prunePasskeysToken: z.string() }), {
    path: "passkeys/prune",
    body: { userId },
  });
}
