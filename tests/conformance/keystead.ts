import { randomBytes } from "node:crypto";
import { PasskeyPolicyRules } from "@/lib/contract/passkey-policy";
import { issueToken } from "@/lib/domain/access/one-time-token/issue-token";
import { verifyStatement } from "@/lib/domain/passkey/attestation/verify-statement";
import { savePolicy } from "@/lib/domain/passkey/policy/save-policy";
import type {
  AuthenticationSession,
  RegistrationSession,
} from "@/lib/domain/sign-in/ceremony/ceremony-intent";
import { lifetimes } from "@/lib/limits";
import type { TestService } from "@/testing/test-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { type ConformanceCase, outcomeOf, toPem, type Verifier } from "./conformance-case";

/** Stores a session with the case's challenge, as `options` does with a random one. */
async function sessionOf(
  { ctx }: TestTenancy,
  kind: "registrationSession" | "authenticationSession",
  payload: object,
): Promise<string> {
  const lifetimeMs = lifetimes.ceremonyTimeoutMs;
  return (await issueToken(ctx, { kind, payload, lifetimeMs, apiKeyId: null })).token;
}

async function post(tenancy: TestTenancy, origin: string, path: string, body: object) {
  const reply = await tenancy.browser("POST", path, body, { origin });
  if (reply.status !== 200) throw new Error(`${reply.status} ${reply.text}`);
}

async function register(
  tenancy: TestTenancy,
  { relyingParty, registration }: ConformanceCase,
): Promise<void> {
  const { rpId, origin, userVerification, algorithms } = relyingParty;
  const session: RegistrationSession = {
    username: "ada",
    displayName: "Ada",
    selfService: true,
    rpId,
    userVerification,
    algorithms,
    ceremonyNonce: registration.challenge,
    userHandle: registration.userHandle ?? randomBytes(32).toString("base64url"),
  };
  await post(tenancy, origin, "passkey/registration/verification", {
    sessionToken: await sessionOf(tenancy, "registrationSession", session),
    response: registration.response,
  });
}

/** Without roots there is no policy to judge the statement, so it is judged here, as stored. */
async function requireValidStatement(
  { ctx }: TestTenancy,
  { registration }: ConformanceCase,
): Promise<void> {
  const credentialId = registration.response.id;
  const { attestationObject, clientDataHash, attestationType } =
    await ctx.db.passkey.findUniqueOrThrow({
      where: { tenancyId_credentialId: { tenancyId: ctx.tenancy.id, credentialId } },
    });
  if (attestationObject === null || clientDataHash === null)
    throw new Error("the statement is not stored");
  const { type, reason } = verifyStatement({ attestationObject, clientDataHash });
  if (type !== attestationType) throw new Error(`stored as ${attestationType}, found ${type}`);
  if (type === "invalid") throw new Error(`invalid statement: ${reason}`);
}

async function authenticate(
  tenancy: TestTenancy,
  { relyingParty, authentication }: ConformanceCase,
): Promise<void> {
  if (authentication === undefined) return;
  const { rpId, origin, userVerification } = relyingParty;
  const session: AuthenticationSession = {
    rpId,
    userVerification,
    mediation: "required",
    ceremonyNonce: authentication.challenge,
    allowCredentials: [authentication.response.id],
  };
  await post(tenancy, origin, "passkey/authentication/verification", {
    sessionToken: await sessionOf(tenancy, "authenticationSession", session),
    response: authentication.response,
  });
}

/** Creates a tenancy with the case's settings, and a policy that enforces its roots. */
async function createTenancy(
  service: TestService,
  { relyingParty, trust }: ConformanceCase,
): Promise<TestTenancy> {
  const { rpId, origin, algorithms, topOrigins, allowCrossOriginWithoutTopOrigin } = relyingParty;
  const tenancy = await createTestTenancy(
    service,
    { rpId, allowedOrigins: [origin] },
    { attestation: "direct", algorithms, topOrigins, allowCrossOriginWithoutTopOrigin },
  );
  if (trust === undefined) return tenancy;
  const roots = trust.roots.map(toPem);
  const rules = PasskeyPolicyRules.parse({ mode: "enforce", roots });
  await savePolicy(tenancy.ctx, { version: 0, rules });
  return tenancy;
}

/** Keystead's REST API on a real database, with the case's challenge in place of a random one. */
export function keystead(service: TestService): Verifier {
  const tenancies = new Map<string, Promise<TestTenancy>>();
  /** Returns the tenancy of a group and its settings. */
  const tenancyOf = (conformanceCase: ConformanceCase) => {
    const { group, relyingParty, trust } = conformanceCase;
    const key = JSON.stringify([group, relyingParty, trust?.roots.map(toPem)]);
    const tenancy = tenancies.get(key) ?? createTenancy(service, conformanceCase);
    tenancies.set(key, tenancy);
    return tenancy;
  };
  return {
    name: "Keystead",
    async verify(conformanceCase) {
      const tenancy = await tenancyOf(conformanceCase);
      if (conformanceCase.authentication === undefined)
        return outcomeOf(async () => {
          await register(tenancy, conformanceCase);
          if (conformanceCase.ignoresStatement !== true)
            await requireValidStatement(tenancy, conformanceCase);
        });
      await register(tenancy, conformanceCase);
      return outcomeOf(() => authenticate(tenancy, conformanceCase));
    },
  };
}
