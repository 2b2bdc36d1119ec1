import { X509Certificate } from "node:crypto";
import { compactVerify, decodeProtectedHeader } from "jose";
import { z } from "zod";
import { issueMessage } from "@/lib/contract/issue-message";
import { verifyChain } from "@/lib/domain/passkey/attestation/verify-chain";
import { badRequest, type ServiceError } from "@/lib/errors";
import { MetadataPayload } from "./metadata-payload";

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
