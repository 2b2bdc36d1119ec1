import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { Config } from "@/lib/config";
import { type OriginReply, requestOrigin } from "@/lib/platform/request-origin";
import { type Finding, findingsOf } from "./finding";

type ProxyConfig = Pick<Config, "mode" | "baseUrl" | "trustedProxyHops">;

const { good, warning, problem, skipped } = findingsOf("proxy");

/** An address that a visitor could make up (RFC 5737). */
const forged = "192.0.2.1";
/** A proxy may need some health checks before it forwards a request. */
const attempts = 10;
const pauseMs = 1_000;
const timeoutMs = 5_000;

const hopsAdvice = (hops: number) => `Set TRUSTED_PROXY_HOPS=${hops}, if all of them are yours.`;

/** Judges the configuration alone. */
export function judgeProxySettings({ mode, baseUrl, trustedProxyHops }: ProxyConfig): Finding {
  if (mode === "local") return skipped("Local mode has no proxy.");
  if (trustedProxyHops === 0 && baseUrl.startsWith("https:"))
    return warning(
      "TRUSTED_PROXY_HOPS is 0, and Keystead itself doesn't serve https. Behind a proxy, all visitors " +
        "share the limits of one address.",
      "Set TRUSTED_PROXY_HOPS to the number of your proxies that append to X-Forwarded-For.",
    );
  return good(`TRUSTED_PROXY_HOPS is ${trustedProxyHops}. Check it with --through-proxy.`);
}

/** Judges a request that arrived through the proxies with a forged X-Forwarded-For. */
function judgeArrival(headers: IncomingHttpHeaders, config: ProxyConfig): Finding {
  const { host } = new URL(config.baseUrl);
  if (headers.host !== host)
    return problem(
      `The proxy passes on the Host ${headers.host}, and browsers send ${host}.`,
      "Let the proxy pass on the Host header of the request.",
    );
  const entries = [headers["x-forwarded-for"] ?? []]
    .flat()
    .join(",")
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  const appended = entries.length - 1 - entries.lastIndexOf(forged);
  const hops = config.trustedProxyHops;
  const found = `${appended === 1 ? "1 proxy appends" : `${appended} proxies append`} to X-Forwarded-For, and TRUSTED_PROXY_HOPS is ${hops}.`;
  if (appended === hops) return good(found);
  return problem(
    `${found} ${hops > appended ? "Visitors can choose the address that counts." : "All visitors behind a proxy share the limits of one address."}`,
    hopsAdvice(appended),
  );
}

const describe = (reply: OriginReply) =>
  "status" in reply ? `the response is ${reply.status}` : `there is no response (${reply.failure})`;

/**
 * Requests the configured origin, and judges what arrives at the port.
 * @param headersOf headers of the first request to a path, if one has arrived
 */
export async function checkThroughProxy(
  config: ProxyConfig,
  headersOf: (path: string) => IncomingHttpHeaders | undefined,
): Promise<Finding> {
  const path = `/.well-known/keystead-doctor/${randomUUID()}`;
  let reply: OriginReply = { failure: "not sent" };
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (attempt > 0) await pause(pauseMs);
    reply = await requestOrigin(config.baseUrl, path, {
      headers: { "X-Forwarded-For": forged },
      timeoutMs,
    });
    const headers = headersOf(path);
    if (headers !== undefined) return judgeArrival(headers, config);
    // Only a proxy that doesn't forward yet is asked again.
    if (!("status" in reply) || reply.status < 500) break;
  }
  return warning(
    `A request to ${config.baseUrl} doesn't arrive here: ${describe(reply)}.`,
    "Check DNS, the proxy and its certificate. From some networks, a machine doesn't reach its own public address.",
  );
}
