import { X509Certificate } from "node:crypto";
import { compactVerify, decodeProtectedHeader } from "jose";
import { z } from "zod";
import { issueMessage } from "@/lib/contract/issue-message";
import type { Service } from "@/lib/domain/base/context";
import { verifyChain } from "@/lib/domain/passkey/attestation/verify-chain";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { badRequest, type ServiceError } from "@/lib/errors";
import { MetadataPayload, toStoredEntries } from "./metadata-payload";

/** The host that the signing certificate names (FIDO Metadata Service §3.2). */
const signerName = "mds.fidoalliance.org";

const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384"];

const maxBlobBytes = 32 * 1024 * 1024;

/** `x5u` is not read: everything that the signature needs is in the BLOB. */
const Header = z.object({ x5c: z.array(z.base64().max(16_384)).min(1).max(5) });

const refuse = (message: string): ServiceError => badRequest("", message);

function readSigner(blob: string): { leaf: X509Certificate; chain: Uint8Array[] } {
  try {
    const { x5c } = Header.parse(decodeProtectedHeader(blob));
    const chain = x5c.map((certificate) => Buffer.from(certificate, "base64"));
    const leaf = new X509Certificate(chain[0] ?? "");
    return { leaf, chain };
  } catch {
    throw refuse("The file is not a FIDO Metadata BLOB. Download it again.");
  }
}

async function readSigned(blob: string, leaf: X509Certificate): Promise<Uint8Array> {
  try {
    return (await compactVerify(blob, leaf.publicKey, { algorithms })).payload;
  } catch {
    throw refuse("The signature of the BLOB is wrong. Download it again.");
  }
}

function parsePayload(payload: Uint8Array): MetadataPayload {
  let parsed;
  try {
    const content: unknown = JSON.parse(new TextDecoder().decode(payload));
    parsed = MetadataPayload.safeParse(content, { error: issueMessage });
  } catch {
    throw refuse("The BLOB contains no JSON.");
  }
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw refuse(`The BLOB is not valid at ${issue?.path.join(".")}: ${issue?.message}.`);
}

function refuseDuplicates({ entries }: MetadataPayload): void {
  const seen = new Set<string>();
  for (const { aaguid } of entries) {
    if (aaguid === undefined) continue;
    if (seen.has(aaguid)) throw refuse(`The BLOB has two entries for the AAGUID ${aaguid}.`);
    seen.add(aaguid);
  }
}

/**
 * Verifies a FIDO Metadata BLOB without a connection: the chain in `x5c` to `root`, the name and dates of
 * its certificates, the signature, and the form of the payload. Certificates are not checked against
 * revocation lists.
 * @param root PEM
 * @throws BadRequest
 */
export async function verifyMetadata(
  blob: string,
  { root, now }: { root: string; now: Date },
): Promise<MetadataPayload> {
  if (blob.length > maxBlobBytes)
    throw refuse(`The file is larger than ${maxBlobBytes / 1024 / 1024} MiB.`);
  const { leaf, chain } = readSigner(blob);
  const roots = [new X509Certificate(root).raw];
  if (verifyChain({ chain, roots, now }) === null)
    throw refuse(
      "The BLOB is not signed by the FIDO Metadata Service, or its certificate expired.",
    );
  if (leaf.checkHost(signerName, { subject: "never", wildcards: false }) === undefined)
    throw refuse(`The certificate of the BLOB does not name ${signerName}.`);
  const payload = parsePayload(await readSigned(blob, leaf));
  refuseDuplicates(payload);
  return payload;
}

/**
 * GlobalSign Root CA - R3, which anchors the signatures of the FIDO Metadata Service. Its SHA-256
 * fingerprint is CB:B5:22:D7:B7:F1:27:AD:6A:01:13:86:5B:DF:1C:D4:10:2E:7D:07:59:AF:63:5A:7C:F4:72:0D:C9:63:C5:3B.
 * Source: Debian's package ca-certificates 20250419, mozilla/GlobalSign_Root_CA_-_R3.crt.
 */
export const metadataRoot = `-----BEGIN CERTIFICATE-----
MIIDXzCCAkegAwIBAgILBAAAAAABIVhTCKIwDQYJKoZIhvcNAQELBQAwTDEgMB4G
A1UECxMXR2xvYmFsU2lnbiBSb290IENBIC0gUjMxEzARBgNVBAoTCkdsb2JhbFNp
Z24xEzARBgNVBAMTCkdsb2JhbFNpZ24wHhcNMDkwMzE4MTAwMDAwWhcNMjkwMzE4
MTAwMDAwWjBMMSAwHgYDVQQLExdHbG9iYWxTaWduIFJvb3QgQ0EgLSBSMzETMBEG
A1UEChMKR2xvYmFsU2lnbjETMBEGA1UEAxMKR2xvYmFsU2lnbjCCASIwDQYJKoZI
hvcNAQEBBQADggEPADCCAQoCggEBAMwldpB5BngiFvXAg7aEyiie/QV2EcWtiHL8
RgJDx7KKnQRfJMsuS+FggkbhUqsMgUdwbN1k0ev1LKMPgj0MK66X17YUhhB5uzsT
gHeMCOFJ0mpiLx9e+pZo34knlTifBtc+ycsmWQ1z3rDI6SYOgxXG71uL0gRgykmm
KPZpO/bLyCiR5Z2KYVc3rHQU3HTgOu5yLy6c+9C7v/U9AOEGM+iCK65TpjoWc4zd
QQ4gOsC0p6Hpsk+QLjJg6VfLuQSSaGjlOCZgdbKfd/+RFO+uIEn8rUAVSNECMWEZ
XriX7613t2Saer9fwRPvm2L7DWzgVGkWqQPabumDk3F2xmmFghcCAwEAAaNCMEAw
DgYDVR0PAQH/BAQDAgEGMA8GA1UdEwEB/wQFMAMBAf8wHQYDVR0OBBYEFI/wS3+o
LkUkrk1Q+mOai97i3Ru8MA0GCSqGSIb3DQEBCwUAA4IBAQBLQNvAUKr+yAzv95ZU
RUm7lgAJQayzE4aGKAczymvmdLm6AC2upArT9fHxD4q/c2dKg8dEe3jgr25sbwMp
jjM5RcOO5LlXbKr8EpbsU8Yt5CRsuZRj+9xTaGdWPoO4zzUhw8lo/s7awlOqzJCK
6fBdRoyV3XpYKBovHd7NADdBj+1EbddTKJd+82cEHhXXipa0095MJ6RMG3NzdvQX
mcIfeg7jLQitChws/zyrVQ4PkX4268NXSb7hLi18YIvDQVETI53O9zJrlAGomecs
Mx86OyXShkDOOyyGeMlhLxS67ttVb9+E7gUJTb0o2HLO02JQZR7rkpeDMdmztcpH
WD9f
-----END CERTIFICATE-----`;

export interface ImportedMetadata {
  number: number;
  nextUpdate: Date;
  /** Authenticator models with an AAGUID. */
  models: number;
}

/**
 * Replaces the installation's FIDO Metadata with a newer BLOB. Concurrent imports: the highest number
 * wins, whatever their order, and each other one either came before it or is refused.
 * @param system the system tenancy, whose audit log records the import
 * @param root PEM of the root that signs; only tests have another one than FIDO's
 * @throws BadRequest if the BLOB is not signed by FIDO, malformed or not newer
 */
export async function importMetadata(
  service: Service,
  blob: string,
  { system, root = metadataRoot }: { system: { id: string }; root?: string },
): Promise<ImportedMetadata> {
  const { db, clock } = service;
  const now = new Date(clock.now());
  const payload = await verifyMetadata(blob.trim(), { root, now });
  const { no: number } = payload;
  const nextUpdate = new Date(payload.nextUpdate);
  const entries = toStoredEntries(payload);
  await db.$transaction(async (tx) => {
    // Raw, because comparing the numbers and replacing the row must be one statement.
    const [stored] = await tx.query(z.object({ number: z.int() }))`
      INSERT INTO "MetadataBlob" ("id", "number", "nextUpdate", "entries", "importedAt")
      VALUES (1, ${number}, ${nextUpdate}, ${JSON.stringify(entries)}::json, ${now})
      ON CONFLICT ("id") DO UPDATE SET "number" = EXCLUDED."number",
        "nextUpdate" = EXCLUDED."nextUpdate", "entries" = EXCLUDED."entries",
        "importedAt" = EXCLUDED."importedAt"
      WHERE "MetadataBlob"."number" < EXCLUDED."number"
      RETURNING "number"`;
    if (stored === undefined)
      throw badRequest(
        "",
        `FIDO Metadata no. ${number} or a newer one is already imported. Nothing was changed.`,
      );
    await recordAudit({ ...service, tenancy: system, actor: { kind: "system" } }, tx, {
      action: "metadata.imported",
      target: { kind: "metadata", id: String(number) },
    });
  });
  return { number, nextUpdate, models: entries.length };
}
