import { createHash, timingSafeEqual } from "node:crypto";
import { getConfig } from "@/lib/config";
import { ServiceError } from "@/lib/errors";
import { runCall } from "./call";
import { errorReply } from "./respond";
import { methodNames, type RouteHandler, type RouteModule } from "./route-module";

const digest = (text: string) => createHash("sha256").update(text).digest();

function isScraper(request: Request, token: string): boolean {
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
  return timingSafeEqual(digest(bearer), digest(token));
}

const scrape: RouteHandler = (request, context) =>
  runCall(
    request,
    context,
    { label: "getMetrics", errors: new Set(["@error/NotFound", "@error/Forbidden"]) },
    async ({ service }) => {
      const { metricsToken } = getConfig();
      if (metricsToken === undefined)
        throw new ServiceError(
          "@error/NotFound",
          undefined,
          "Metrics are off. Set METRICS_TOKEN to turn them on.",
        );
      if (!isScraper(request, metricsToken))
        throw new ServiceError(
          "@error/Forbidden",
          undefined,
          "Send METRICS_TOKEN as a bearer token.",
        );
      return new Response(await service.metrics.render(), {
        headers: { "Content-Type": service.metrics.contentType },
      });
    },
  );

const refused: RouteHandler = (request, context) =>
  runCall(request, context, { label: "getMetrics", errors: new Set() }, () =>
    Promise.resolve(errorReply(new ServiceError("@error/MethodNotAllowed"), { Allow: "GET" })),
  );

/**
 * Serves Prometheus metrics to callers with METRICS_TOKEN. Not part of the contract's API.
 */
export function metricsEndpoint(): RouteModule {
  return Object.fromEntries(
    methodNames.map((method) => [method, method === "GET" ? scrape : refused]),
  ) as RouteModule;
}
