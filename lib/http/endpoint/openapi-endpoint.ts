import { createHash } from "node:crypto";
import { z } from "zod";
import { runCall } from "./call";
import { impliedErrors, type Declaration } from "./declaration";
import { matchesEtag } from "./file-endpoint";
import { methods } from "./methods";
import document from "./openapi.generated.json";
import type { RouteHandler, RouteModule } from "./route-module";

const declaration: Declaration = {
  operation: "getOpenApi",
  summary: "Get this OpenAPI document",
  description:
    "Returns the API reference as OpenAPI 3.1, generated from the schemas that validate requests.",
  auth: "public",
  success: [200, z.looseObject({ openapi: z.string() })],
  errors: [],
};

const body = Buffer.from(JSON.stringify(document));

const headers = {
  "Content-Type": "application/json",
  "X-Content-Type-Options": "nosniff",
  // Next would compress it without changing the strong ETag.
  "Cache-Control": "no-cache, no-transform",
  ETag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`,
};

/** Serves the OpenAPI document, serialized once: all responses share one buffer. */
export function openApiEndpoint(): RouteModule {
  const serve: RouteHandler = (request, context) =>
    runCall(
      request,
      context,
      { label: declaration.operation, errors: new Set(impliedErrors(declaration)) },
      () =>
        Promise.resolve(
          matchesEtag(request, headers.ETag)
            ? new Response(null, { status: 304, headers })
            : new Response(body, { headers }),
        ),
    );
  return methods({ GET: Object.assign(serve, { declaration }) });
}
