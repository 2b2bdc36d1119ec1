import type { RequestFailure } from "./request-outcome";

const ofConnection: Readonly<Record<string, RequestFailure>> = {
  ECONNREFUSED: "refused",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  ETIMEDOUT: "timeout",
  ECONNRESET: "reset",
  EPIPE: "reset",
};

const ofCertificate: Readonly<Record<string, RequestFailure>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: "certificate-name",
  CERT_HAS_EXPIRED: "certificate-expired",
  CERT_SIGNATURE_FAILURE: "certificate-authority",
  DEPTH_ZERO_SELF_SIGNED_CERT: "certificate-authority",
  SELF_SIGNED_CERT_IN_CHAIN: "certificate-authority",
  UNABLE_TO_GET_ISSUER_CERT: "certificate-authority",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "certificate-authority",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "certificate-authority",
};

/**
 * Returns why a request has no answer.
 * @param code of Node's error; "" if the connection ended without one
 */
export function failureOf(code: string, isInHandshake: boolean): RequestFailure {
  if (code.startsWith("HPE_")) return "response";
  const failure = ofCertificate[code];
  if (failure !== undefined) return failure;
  if (isInHandshake || /^(ERR_SSL|ERR_TLS|EPROTO)/.test(code)) return "tls";
  return ofConnection[code] ?? "connection";
}
