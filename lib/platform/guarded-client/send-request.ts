import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP, isIPv4, isIPv6, type LookupFunction, type TcpNetConnectOpts } from "node:net";
import {
  type ConnectionOptions as TlsOptions,
  createSecureContext,
  type SecureContext,
} from "node:tls";
import type { limits } from "@/lib/limits";
import type { RequestTarget } from "@/lib/outgoing/parse-target";
import type { Answer, RequestFailure } from "./request-outcome";

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
function failureOf(code: string, isInHandshake: boolean): RequestFailure {
  if (code.startsWith("HPE_")) return "response";
  const failure = ofCertificate[code];
  if (failure !== undefined) return failure;
  if (isInHandshake || /^(ERR_SSL|ERR_TLS|EPROTO)/.test(code)) return "tls";
  return ofConnection[code] ?? "connection";
}

/**
 * Creates the TLS context of all requests of a client. Once, because it takes a tenth of a request's
 * time.
 * @param authorities the certificates to trust, as PEM. Default: those of Node
 */
export const createTlsContext = (authorities: string | undefined): SecureContext =>
  createSecureContext(authorities === undefined ? {} : { ca: authorities });

interface OutgoingRequest {
  target: RequestTarget;
  /** Checked addresses of the target's host. */
  addresses: readonly string[];
  headers: Readonly<Record<string, string>>;
  body: string;
  secureContext: SecureContext;
  bounds: Bounds;
  /** Its reason is a `RequestFailure`. */
  signal: AbortSignal;
}

/** `https.RequestOptions` are passed on to the connection, which the types don't say. */
type ConnectionOptions = https.RequestOptions &
  Pick<TcpNetConnectOpts, "autoSelectFamily" | "autoSelectFamilyAttemptTimeout"> &
  Pick<TlsOptions, "secureContext">;

type Bounds = { [Name in keyof typeof limits.guardedRequest]: number };

/** Returns a look-up that knows only the checked addresses, so that nothing resolves the name again. */
function lookupOf(addresses: readonly string[], perFamily: number): LookupFunction {
  const found = [
    ...addresses.filter(isIPv4).slice(0, perFamily),
    ...addresses.filter(isIPv6).slice(0, perFamily),
  ].map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }));
  return (_host, options, callback) => {
    if (options.all === true) callback(null, found);
    else callback(null, found[0]?.address ?? "", found[0]?.family);
  };
}

function optionsOf({ target, addresses, headers, body, secureContext, bounds }: OutgoingRequest) {
  const { host, port, path, authority } = target;
  return {
    method: "POST",
    host,
    port,
    path,
    lookup: lookupOf(addresses, bounds.addressesPerFamily),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: bounds.connectionAttemptMs,
    // A connection of its own, which neither another request nor a proxy of the environment uses.
    agent: false,
    maxHeaderSize: bounds.headBytes,
    headers: {
      "user-agent": "Keystead",
      ...headers,
      host: authority,
      "content-length": String(Buffer.byteLength(body)),
    },
    // Stated, because variables of the environment change the defaults.
    rejectUnauthorized: true,
    servername: isIP(host) === 0 ? host : "",
    secureContext,
  } satisfies ConnectionOptions;
}

/** Decodes the first bytes of a body. PostgreSQL can't store NUL. */
const toText = (bytes: Uint8Array) =>
  // As a stream, so that a character cut in half is left out.
  new TextDecoder().decode(bytes, { stream: true }).replaceAll("\0", "\uFFFD");

/** Reads an answer. Once the head is there, its status counts, whatever becomes of the body. */
function readAnswer(response: IncomingMessage, bounds: Bounds, settle: (answer: Answer) => void) {
  let excerpt = Buffer.alloc(0);
  let bytes = 0;
  const { "retry-after": retryAfter } = response.headers;
  const finish = () =>
    settle({
      status: response.statusCode ?? 0,
      excerpt: toText(excerpt),
      ...(retryAfter === undefined ? {} : { retryAfter }),
    });
  response.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    excerpt = Buffer.concat([excerpt, chunk.subarray(0, bounds.excerptBytes - excerpt.length)]);
    if (bytes >= bounds.bodyBytes) finish();
  });
  response.on("error", finish).on("close", finish);
}

/** Sends a POST request to a checked address, on a connection of its own. */
export function sendRequest(request: OutgoingRequest): Promise<Answer | RequestFailure> {
  const { target, bounds, signal } = request;
  return new Promise((resolve) => {
    let isInHandshake = false;
    let hasAnswer = false;
    let interimResponses = 0;
    const { request: start } = target.isEncrypted ? https : http;
    const sent = start(optionsOf(request));
    const settle = (outcome: Answer | RequestFailure) => {
      signal.removeEventListener("abort", abort);
      resolve(outcome);
      sent.destroy();
    };
    const abort = () => sent.destroy();
    signal.addEventListener("abort", abort);

    sent.on("socket", (socket) => {
      socket.once("connect", () => (isInHandshake = target.isEncrypted));
      socket.once("secureConnect", () => (isInHandshake = false));
    });
    // Without a bound, a server could keep this process busy with interim responses.
    sent.on("information", () => {
      interimResponses += 1;
      if (interimResponses > bounds.interimResponses) settle("response");
    });
    sent.on("response", (response) => {
      hasAnswer = true;
      readAnswer(response, bounds, settle);
    });
    const fail = ({ code = "" }: NodeJS.ErrnoException) => {
      if (hasAnswer) return;
      if (signal.aborted) settle(signal.reason as RequestFailure);
      else settle(failureOf(code, isInHandshake));
    };
    sent.on("error", fail).on("close", () => fail({} as NodeJS.ErrnoException));
    sent.end(request.body);
  });
}
