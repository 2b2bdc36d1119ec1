import { z } from "zod";

/** Where and how traces are sent. */
export interface TracingSettings {
  /** Receives `POST` requests with OTLP in JSON. */
  url: string;
  headers: Record<string, string>;
  serviceName: string;
  /** Share of requests that are traced, 0 to 1. */
  sampledShare: number;
}

export const collectorUrl = z
  .url({
    protocol: /^https?$/,
    hostname: /./,
    error:
      "OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address such as http://127.0.0.1:4318.",
    abort: true,
  })
  .refine((value) => {
    const { username, password, pathname, search } = new URL(value);
    // An unescaped / in a user ends the host early, and the real host follows an @ in the path.
    return username + password + search === "" && !pathname.includes("@") && !value.includes("#");
  }, "OTEL_EXPORTER_OTLP_ENDPOINT must have no user, no query and no fragment. Use OTEL_EXPORTER_OTLP_HEADERS.");

const headerPair = /^[\w!#$%&'*+.^`|~-]+=[\x21-\x7e\t ]+$/;

/** Reads `name=value,name=value` with percent-encoded values, as OpenTelemetry defines it. */
const toHeaders = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(",").map((pair) => {
      const [name = "", ...value] = pair.trim().split("=");
      return [name, decodeURIComponent(value.join("="))];
    }),
  );

function isHeaderList(text: string): boolean {
  try {
    return (
      text.split(",").every((pair) => headerPair.test(pair.trim())) &&
      Object.values(toHeaders(text)).every((value) => /^[\x20-\x7e]+$/.test(value))
    );
  } catch {
    return false;
  }
}

export const collectorHeaders = z
  .string()
  .refine(
    isHeaderList,
    "OTEL_EXPORTER_OTLP_HEADERS must look like name=value,name=value, with percent-encoded values.",
  )
  .transform(toHeaders);

export const tracedServiceName = z
  .string()
  .max(255, "OTEL_SERVICE_NAME must have at most 255 characters.");

export const sampledShare = z
  .string()
  .regex(
    /^(0(\.\d{1,9})?|1(\.0{1,9})?)$/,
    "OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1, such as 0.1.",
  )
  .transform(Number);

/** Returns the settings, or undefined if nothing is traced. */
export function tracingOf({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: headers = {},
  OTEL_SERVICE_NAME: serviceName = "keystead",
  OTEL_TRACES_SAMPLER_ARG: share = 1,
}: {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_HEADERS?: Record<string, string> | undefined;
  OTEL_SERVICE_NAME?: string | undefined;
  OTEL_TRACES_SAMPLER_ARG?: number | undefined;
}): TracingSettings | undefined {
  if (endpoint === undefined) return undefined;
  const url = `${endpoint.replace(/\/+$/, "")}/v1/traces`;
  return { url, headers, serviceName, sampledShare: share };
}
