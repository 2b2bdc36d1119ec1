import { z } from "zod";

/** Where the installation sends webhooks. */
export interface WebhookSettings {
  /** Local mode sends to every port, and without TLS to the allowed ranges. */
  isLocal: boolean;
  /** Ports outside local mode. */
  ports: readonly number[];
  /** CIDRs to which webhooks may be sent although they aren't public. */
  allowedRanges: readonly string[];
}

const httpsPort = 443;
const loopback = ["127.0.0.0/8", "::1/128"];

const toList = (text: string) => text.split(",").map((entry) => entry.trim());

export const webhookPorts = z
  .string()
  .transform(toList)
  .refine(
    (ports) => ports.every((port) => /^[1-9]\d{0,4}$/.test(port) && Number(port) <= 65_535),
    "KEYSTEAD_WEBHOOK_PORTS must be ports such as 8443,9443.",
  )
  .transform((ports) => ports.map(Number));

const cidr = z.union([z.cidrv4(), z.cidrv6()]);

export const webhookRanges = z
  .string()
  .transform(toList)
  .refine(
    (ranges) => ranges.every((range) => cidr.safeParse(range).success),
    "KEYSTEAD_WEBHOOK_ALLOWED_RANGES must be networks such as 10.20.0.0/16,fd12:3456::/48.",
  )
  .refine(
    (ranges) => ranges.every((range) => !range.endsWith("/0")),
    "KEYSTEAD_WEBHOOK_ALLOWED_RANGES must not contain a network of all addresses (/0).",
  );

/** Returns the settings of an installation. */
export function webhooksOf(
  mode: "local" | "production",
  {
    KEYSTEAD_WEBHOOK_PORTS: ports = [],
    KEYSTEAD_WEBHOOK_ALLOWED_RANGES: ranges = [],
  }: {
    KEYSTEAD_WEBHOOK_PORTS?: number[] | undefined;
    KEYSTEAD_WEBHOOK_ALLOWED_RANGES?: string[] | undefined;
  },
): WebhookSettings {
  const isLocal = mode === "local";
  return {
    isLocal,
    ports: [...new Set([httpsPort, ...ports])],
    allowedRanges: isLocal ? [...loopback, ...ranges] : ranges,
  };
}
