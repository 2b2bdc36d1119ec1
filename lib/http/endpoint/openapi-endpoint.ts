import { createHash } from "node:crypto";
import { z } from "zod";
import { getConfig } from "@/lib/config";
import { runCall } from "./call";
import { publicHeaders } from "./cors";
import { type Declaration, impliedErrors } from "./declaration";
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

function serialize(baseUrl: string) {
  const servers = [{ url: baseUrl, description: "This installation" }];
  const body = Buffer.from(JSON.stringify({ ...document, servers }));
  const headers = {
    ...publicHeaders,
    "Content-Type": "application/json",
    "X-Content-Type-Options": "nosniff",
    // Next would compress it without changing the strong ETag.
    "Cache-Control": "no-cache, no-transform",
    ETag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`,
  };
  return { body, headers };
}

let serialized: (ReturnType<typeof serialize> & { baseUrl: string }) | undefined;

/** Returns the document of this installation, serialized once: all responses share one buffer. */
function serializedDocument() {
  const { baseUrl } = getConfig();
  if (serialized?.baseUrl !== baseUrl) serialized = { baseUrl, ...serialize(baseUrl) };
  return serialized;
}

/** Serves the OpenAPI document. */
export function openApiEndpoint(): RouteModule {
  const serve: RouteHandler = (request, context) =>
    runCall(
      request,
      context,
      { label: declaration.operation, errors: new Set(impliedErrors(declaration)) },
      () => {
        const { body, headers } = serializedDocument();
        return Promise.resolve(
          matchesEtag(request, headers.ETag)
            ? new Response(null, { status: 304, headers })
            : new Response(body, { headers }),
        );
      },
    );
  return methods({ GET: Object.assign(serve, { declaration }) });
}
