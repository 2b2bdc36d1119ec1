import { chainOf } from "@/lib/domain/passkey/attestation/attestation-object";
import type { ChainFacts } from "@/lib/domain/passkey/attestation/chain-facts";
import { readChain } from "@/lib/domain/passkey/attestation/verify-chain";
import type { Database } from "@/lib/platform/database-client";
import { attest } from "@/testing/authenticator/certified-attestation";
import { type Authority, createAuthority } from "@/testing/authenticator/issue-certificate";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";

/** The stored properties that a passkey policy judges, and whether the passkey can sign in. */
export interface Variant {
  aaguid: string;
  algorithm: number;
  backupEligible: boolean;
  backupAssumed: boolean;
  attestationType: string | null;
  /** Base64. */
  attestationObject: string | null;
  attestationChain: ChainFacts | null;
  createdAt: string;
  isDisabled: boolean;
  isUserDisabled: boolean;
}

export const models = [
  "ee882879-721c-4913-9775-3dfcce97072a",
  "2fc0579f-8113-47ea-b116-bb5a8db9202a",
] as const;

/** Returns a device's attestation object for a model, certified by an issuer. */
function attestationObjectOf(aaguid: string, issuer: Authority): string {
  const device = createSoftwareAuthenticator({ origin: "https://app.example.com", aaguid });
  const response = device.register({
    challenge: "AAAA",
    rp: { name: "Example", id: "example.com" },
    user: { id: "AAAA", name: "ada", displayName: "Ada" },
    pubKeyCredParams: [{ type: "public-key", alg: -7 }],
  });
  const [credential] = device.credentials;
  if (credential === undefined) throw new Error("the device has no credential");
  const { attestationObject } = attest(response, credential.key, "packed", { issuer }).response;
  return Buffer.from(attestationObject, "base64url").toString("base64");
}

/** Returns every combination of the properties, certified by two makers or uncertified. */
export function variants(nowMs: number): { makers: Authority[]; all: Variant[] } {
  const makers = ["CN=Maker, O=Example, C=SE", "CN=Another maker, O=Example, C=SE"].map((name) =>
    createAuthority(name),
  );
  // The other maker's root is unknown when its passkeys are read.
  const knownRoots = makers.slice(0, 1).map(({ certificate }) => certificate);
  const year = 365 * 86_400_000;
  // Certificates are valid for a year before and after now.
  const dates = [nowMs - year / 2, nowMs - 2 * year].map((ms) => new Date(ms).toISOString());
  const statements = [
    ...models.flatMap((aaguid) =>
      makers.map((maker) => {
        const attestationObject = attestationObjectOf(aaguid, maker);
        return {
          aaguid,
          attestationType: "basic",
          attestationObject,
          attestationChain: readChain(
            chainOf(new Uint8Array(Buffer.from(attestationObject, "base64"))),
            knownRoots,
          ),
        };
      }),
    ),
    ...[null, "none", "self", "invalid"].map((attestationType) => ({
      aaguid: models[0],
      attestationType,
      attestationObject: null,
      attestationChain: null,
    })),
  ];
  const flags = [true, false];
  const all = statements.flatMap((statement) =>
    dates.flatMap((createdAt) =>
      [-7, -257].flatMap((algorithm) =>
        flags.flatMap((backupEligible) =>
          [0, 1, 2, 3].map((state) => ({
            ...statement,
            createdAt,
            algorithm,
            backupEligible,
            backupAssumed: state === 1,
            isDisabled: state === 2,
            isUserDisabled: state === 3,
          })),
        ),
      ),
    ),
  );
  return { makers, all };
}

const batch = 10_000;

/** Creates users with a passkey each. The passkeys take turns through the variants. */
export async function seedVariants(
  db: Pick<Database, "$executeRaw">,
  tenancyId: string,
  { all, passkeys }: { all: readonly Variant[]; passkeys: number },
): Promise<void> {
  const json = JSON.stringify(all.map((variant, place) => ({ ...variant, place })));
  for (let from = 0; from < passkeys; from += batch)
    // Raw, for speed.
    await db.$executeRaw`
      WITH variants AS MATERIALIZED (
        SELECT * FROM jsonb_to_recordset(${json}::jsonb) AS v(
          "place" int, "aaguid" text, "algorithm" int, "backupEligible" boolean,
          "backupAssumed" boolean, "attestationType" text, "attestationObject" text,
          "attestationChain" json, "createdAt" timestamptz, "isDisabled" boolean, "isUserDisabled" boolean)
      ), numbers AS MATERIALIZED (
        SELECT n, lpad(n::text, 8, '0') AS "text", n % ${all.length}::int AS "place"
        FROM generate_series(${from}::int, ${Math.min(from + batch, passkeys) - 1}::int) n
      ), users AS (
        INSERT INTO "User" (
          "tenancyId", "sub", "selfService", "disabledAt", "createdAt", "updatedAt")
        SELECT ${tenancyId}, 'u' || n."text", false,
          CASE WHEN v."isUserDisabled" THEN now() END, now(), now()
        FROM numbers n JOIN variants v USING ("place")
        RETURNING "sub"
      )
      INSERT INTO "Passkey" (
        "tenancyId", "id", "sub", "rpId", "credentialId", "userHandle", "publicKey", "algorithm",
        "signCount", "transports", "backupEligible", "backupAssumed", "backedUp", "userVerified",
        "aaguid", "attestationFormat", "attestationType", "attestationObject",
        "attestationChain", "username",
        "displayName", "namedAt", "disabledAt", "createdAt", "updatedAt")
      SELECT ${tenancyId}, 'p' || n."text", u."sub", 'example.com',
        'c' || n."text", 'h' || n."text", '\\xa0'::bytea, v."algorithm", 0, '{}',
        v."backupEligible", v."backupAssumed", false, true, v."aaguid", 'packed',
        v."attestationType", decode(v."attestationObject", 'base64'), v."attestationChain",
        'ada', 'Ada', now(),
        CASE WHEN v."isDisabled" THEN now() END, v."createdAt", now()
      FROM numbers n JOIN variants v USING ("place") JOIN users u ON u."sub" = 'u' || n."text"`;
}
