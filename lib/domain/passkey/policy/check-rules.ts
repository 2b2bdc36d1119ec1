import { X509Certificate } from "node:crypto";
import { issueMessage } from "@/lib/contract/issue-message";
import { GivenPolicyRules, type PasskeyPolicyRules } from "@/lib/contract/passkey-policy";
import type { Tenancy } from "@/lib/domain/base/tenancy/tenancy";
import { readCertificate } from "@/lib/domain/passkey/attestation/read-certificate";
import { badRequest, badRequestOf, type Issue } from "@/lib/errors";
import { limits } from "@/lib/limits";

/** Parses rules from a file. @throws BadRequest naming the invalid field, or one that is unknown */
export function parseRules(input: unknown): PasskeyPolicyRules {
  const parsed = GivenPolicyRules.safeParse(input, { error: issueMessage });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw badRequest(issue?.path.join(".") ?? "", issue?.message ?? "The rules are invalid");
}

function issueOfRoot(pem: string): string | undefined {
  if ((pem.match(/-----BEGIN CERTIFICATE-----/g) ?? []).length !== 1)
    return "Enter one certificate in PEM, from BEGIN CERTIFICATE to END CERTIFICATE";
  try {
    const { raw } = new X509Certificate(pem);
    if (raw.byteLength === 0) return "The certificate is empty";
    readCertificate(raw);
    return undefined;
  } catch {
    const { maxBits, maxExponentBytes } = limits.rsa;
    return (
      `This certificate can’t be read, or has an RSA key of more than ${maxBits} bits or with an ` +
      `exponent of more than ${8 * maxExponentBytes} bits`
    );
  }
}

function issuesOf(rules: PasskeyPolicyRules, tenancy: Tenancy): Issue[] {
  const issues = rules.roots.flatMap((pem, index) => {
    const message = issueOfRoot(pem);
    return message === undefined ? [] : [{ path: `roots.${index}`, message }];
  });
  for (const [index, aaguid] of rules.deniedAaguids.entries())
    if (rules.allowedAaguids.includes(aaguid))
      issues.push({ path: `deniedAaguids.${index}`, message: "This model is also allowed" });
  const hasModelRule = rules.allowedAaguids.length + rules.deniedAaguids.length > 0;
  if (hasModelRule && rules.roots.length === 0 && !rules.metadata)
    issues.push({
      path: "roots",
      message: "Rules on models need a root certificate or FIDO Metadata",
    });
  if (rules.minimumCertification !== null && !rules.metadata)
    issues.push({
      path: "minimumCertification",
      message: "Certification is known only from FIDO Metadata, which these rules don’t use",
    });
  for (const [index, algorithm] of rules.algorithms.entries())
    if (!tenancy.algorithms.includes(algorithm))
      issues.push({
        path: `algorithms.${index}`,
        message: "Registrations don’t offer this algorithm",
      });
  for (const [index, origin] of rules.topOrigins.entries())
    if (!tenancy.topOrigins.includes(origin))
      issues.push({
        path: `topOrigins.${index}`,
        message: "Add this origin to the tenancy’s top origins first",
      });
  return issues;
}

/**
 * Checks rules against each other and against the tenancy's settings.
 * @throws BadRequest naming each invalid field below `rules`
 */
export function checkRules(rules: PasskeyPolicyRules, tenancy: Tenancy): void {
  const issues = issuesOf(rules, tenancy).map(({ path, message }) => ({
    path: `rules.${path}`,
    message,
  }));
  if (issues.length > 0) throw badRequestOf(issues);
}
