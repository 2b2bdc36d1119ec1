import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject, type ZodOpenApiResponsesObject } from "zod-openapi";
import { z } from "zod";
import { errorBody } from "@/lib/contract/error";
import { Id } from "@/lib/contract/fields";
import { errorStatus } from "@/lib/errors";
import { impliedErrors, type Declaration, type DeclaredHandler } from "./endpoint";
import { linesMediaType } from "./read-lines";
import { routes } from "./routes.generated";

const json = (schema: z.ZodType) => ({ "application/json": { schema } });
// OpenAPI 3.1 has no word for a sequence of documents: the schema is that of a line.
const lines = (schema: z.ZodType) => ({ [linesMediaType]: { schema } });
const perLine = "NDJSON: one JSON object of this schema a line";

const requestIdHeader = { "X-Request-Id": { description: "Id of the request, for logs and support", schema: { type: "string" as const } } };

function responsesOf(declaration: Declaration): ZodOpenApiResponsesObject {
  const [status, schema] = declaration.success;
  const tags = [...new Set([...declaration.errors, ...impliedErrors(declaration)])].sort();
  const codes = [...new Set(tags.map((tag) => errorStatus[tag]))].sort((a, b) => a - b);
  const errors = codes.map((code) => {
    const ofCode = tags.filter((tag) => errorStatus[tag] === code);
    const bodies = ofCode.map(errorBody);
    const [only] = bodies;
    const body = bodies.length === 1 && only !== undefined ? only : z.union(bodies);
    return [String(code), { description: ofCode.join(" · "), headers: requestIdHeader, content: json(body) }] as const;
  });
  const success = declaration.answersLines === true ? { description: `${declaration.summary}. ${perLine}`, content: lines(schema) } : { description: declaration.summary, content: json(schema) };
  return { [String(status)]: { ...success, headers: requestIdHeader }, ...Object.fromEntries(errors) };
}

function requestBodyOf({ body, bodyMayBeAbsent, lines: line }: Declaration): Pick<ZodOpenApiOperationObject, "requestBody"> {
  if (line !== undefined) return { requestBody: { required: true, description: perLine, content: lines(line) } };
  return body === undefined ? {} : { requestBody: { required: bodyMayBeAbsent !== true, content: json(body) } };
}

function operationOf(declaration: Declaration, hasTenancy: boolean): ZodOpenApiOperationObject {
  const shape = declaration.params instanceof z.ZodObject ? declaration.params.shape : {};
  const path = hasTenancy ? z.object({ tenancyId: Id, ...shape }) : undefined;
  const query = declaration.query instanceof z.ZodObject ? declaration.query : undefined;
  return {
    operationId: declaration.operation,
    summary: declaration.summary,
    tags: [{ apiKey: "Backend", browser: "Browser", open: "Public", public: "Public" }[declaration.auth]],
    security: declaration.auth === "apiKey" ? [{ apiKey: [] }] : [],
    ...(path === undefined ? {} : { requestParams: { path, ...(query === undefined ? {} : { query }) } }),
    ...requestBodyOf(declaration),
    responses: responsesOf(declaration),
  };
}

/** The OpenAPI 3.1 document, from the same declarations that the handlers run by. */
export function createOpenApiDocument() {
  const paths: ZodOpenApiPathsObject = {};
  for (const { path, module } of routes) {
    const declared = (["GET", "POST", "PATCH", "DELETE"] as const).flatMap((method) => {
      const handler = module[method];
      return "declaration" in handler ? [[method.toLowerCase(), (handler as DeclaredHandler).declaration] as const] : [];
    });
    if (declared.length === 0) continue;
    const hasTenancy = path.includes("[tenancyId]");
    paths[path.replace(/\[(\w+)\]/g, "{$1}")] = Object.fromEntries(declared.map(([method, declaration]) => [method, operationOf(declaration, hasTenancy)]));
  }
  return createDocument({
    openapi: "3.1.1",
    info: {
      title: "Keystead",
      version: "2.0.0",
      description:
        "Passkeys for many tenancies. Every path below `/v2/{tenancyId}` is also served below `/{tenancyId}`, the older mount. Times are milliseconds unless a field says seconds.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "This installation" }],
    tags: [
      { name: "Backend", description: "Called with a tenancy's API key; never from a browser" },
      { name: "Browser", description: "Called by pages on the tenancy's allowed origins, without a key" },
      { name: "Public", description: "Called by anybody" },
    ],
    components: {
      securitySchemes: { apiKey: { type: "http", scheme: "bearer", description: "An API key of the tenancy in the path" } },
    },
    paths,
  });
}
