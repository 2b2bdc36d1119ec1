import { z } from "zod";
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from "zod-openapi";
import { errorBody, errorExample } from "@/lib/contract/error";
import { Id } from "@/lib/contract/fields";
import { defaultMessage, errorStatus, type ErrorTag } from "@/lib/errors";
import {
  type Declaration,
  type DeclaredHandler,
  impliedErrors,
} from "@/lib/http/endpoint/declaration";
import { linesMediaType } from "@/lib/http/endpoint/read-lines";
import type { RouteTable } from "@/lib/http/endpoint/route-module";
import { apiFamilies, familyOf } from "./api-family";
import { badRequestExample } from "./bad-request-example";
import { describeDefaults } from "./describe-defaults";

/** With the schema's own first example, which a page or a mock server shows. */
function content(mediaType: string, schema: z.ZodType) {
  const [example] = (schema.meta()?.examples ?? []) as unknown[];
  return { [mediaType]: { schema, ...(example === undefined ? {} : { example }) } };
}

const json = (schema: z.ZodType) => content("application/json", schema);
// OpenAPI 3.1 can't describe a sequence of documents: schema and example describe one line.
const lines = (schema: z.ZodType) => content(linesMediaType, schema);
const perLine = "NDJSON: each line is one JSON object of this schema";

const nameOf = (tag: ErrorTag) => tag.replace("@error/", "");

const requestIdHeader = {
  "X-Request-Id": {
    description: "Id of the request, for logs and support",
    schema: { type: "string" as const },
  },
};

const retryHeader = {
  "Retry-After": {
    description: "Seconds until a retry can succeed",
    schema: { type: "integer" as const },
  },
};
const retried = [429, 503];

const replayedHeader = {
  "Idempotency-Replayed": {
    description: "`true` if this is the stored reply of an earlier request",
    schema: { type: "string" as const },
  },
};

const IdempotencyKeyHeader = z.object({
  "Idempotency-Key": z
    .string()
    .regex(/^[ -~]{1,255}$/)
    .optional()
    .meta({
      description:
        "Makes a retry safe: send the same key with the same request, and it has one effect and one " +
        "reply. Use a new random value for each action.",
      example: "6f1c9a52-6f0e-4a57-9d5e-0c8a4d7f2b11",
    }),
});

const exampleOf = (tag: ErrorTag, declaration: Declaration, route: string) =>
  tag === "@error/BadRequest"
    ? badRequestExample(declaration, route.includes("{tenancyId}"))
    : errorExample(tag, defaultMessage(tag));

function responsesOf(declaration: Declaration, route: string): ZodOpenApiResponsesObject {
  const [status, schema] = declaration.success;
  const tags = [...new Set([...declaration.errors, ...impliedErrors(declaration)])].sort();
  const codes = [...new Set(tags.map((tag) => errorStatus[tag]))].sort((a, b) => a - b);
  const errors = codes.map((code) => {
    const ofCode = tags.filter((tag) => errorStatus[tag] === code);
    const bodies = ofCode.map(errorBody);
    const [only] = bodies;
    const schema = bodies.length === 1 && only !== undefined ? only : z.union(bodies);
    const examples = Object.fromEntries(
      ofCode.map((tag) => [nameOf(tag), { value: exampleOf(tag, declaration, route) }]),
    );
    return [
      String(code),
      {
        description: ofCode.join(" · "),
        headers: {
          ...requestIdHeader,
          ...(retried.includes(code) || ofCode.includes("@error/IdempotencyConflict")
            ? retryHeader
            : {}),
        },
        content: { "application/json": { schema, examples } },
      },
    ] as const;
  });
  const success =
    declaration.respondsWithLines === true
      ? { description: `${declaration.summary}. ${perLine}`, content: lines(schema) }
      : {
          description: declaration.summary,
          ...(status === 204 ? {} : { content: json(schema) }),
        };
  return {
    [String(status)]: {
      ...success,
      headers: {
        ...requestIdHeader,
        ...(declaration.onceReply === undefined ? {} : replayedHeader),
      },
    },
    ...Object.fromEntries(errors),
  };
}

function requestBodyOf({
  body,
  bodyMayBeAbsent,
  lines: line,
}: Declaration): Pick<ZodOpenApiOperationObject, "requestBody"> {
  if (line !== undefined)
    return { requestBody: { required: true, description: perLine, content: lines(line) } };
  return body === undefined
    ? {}
    : { requestBody: { required: bodyMayBeAbsent !== true, content: json(body) } };
}

/** A tenancy's default limits of calls per address and minute. */
const defaultLimits = { options: 30, verification: 60, exchange: 60 };

const limitSentence = (rule: keyof typeof defaultLimits) =>
  `Default limit: ${defaultLimits[rule]} calls per minute and address.`;

/** Who may call the endpoint, as a sentence and as machine-readable extensions. */
function callerOf(declaration: Declaration): {
  sentence: string;
  extensions: Record<`x-${string}`, string>;
} {
  switch (declaration.auth) {
    case "apiKey": {
      const scopes = [declaration.scope].flat();
      // The body decides, and the description says how.
      if (scopes.length === 0)
        return { sentence: "Requires an API key.", extensions: { "x-caller": "backend" } };
      const named = scopes.map((scope) => `\`${scope}\``).join(", ");
      return {
        sentence: `Requires an API key with the ${scopes.length === 1 ? "scope" : "scopes"} ${named}.`,
        extensions: { "x-caller": "backend", "x-scope": scopes.join(" ") },
      };
    }
    case "browser":
      return {
        sentence:
          "For pages on the tenancy's allowed origins, without an API key. " +
          limitSentence(declaration.limit),
        extensions: { "x-caller": "browser", "x-limit": declaration.limit },
      };
    case "open":
      return {
        sentence: `Requires no authentication. ${limitSentence(declaration.limit)}`,
        extensions: { "x-caller": "anybody", "x-limit": declaration.limit },
      };
    case "public":
      return { sentence: "Requires no authentication.", extensions: { "x-caller": "anybody" } };
  }
}

function operationOf(declaration: Declaration, route: string): ZodOpenApiOperationObject {
  const hasTenancy = route.includes("{tenancyId}");
  const { sentence, extensions } = callerOf(declaration);
  const shape = declaration.params instanceof z.ZodObject ? declaration.params.shape : {};
  const path = hasTenancy
    ? z.object({ tenancyId: Id.meta({ description: "The tenancy" }), ...shape })
    : undefined;
  const query = declaration.query instanceof z.ZodObject ? declaration.query : undefined;
  const header = declaration.onceReply === undefined ? undefined : IdempotencyKeyHeader;
  return {
    operationId: declaration.operation,
    summary: declaration.summary,
    description: [declaration.description, sentence].filter(Boolean).join("\n\n"),
    tags: [familyOf(route)],
    ...extensions,
    security: declaration.auth === "apiKey" ? [{ apiKey: [] }] : [],
    ...(path === undefined
      ? {}
      : {
          requestParams: {
            path,
            ...(query === undefined ? {} : { query }),
            ...(header === undefined ? {} : { header }),
          },
        }),
    ...requestBodyOf(declaration),
    responses: responsesOf(declaration, route),
  };
}

/** Creates the OpenAPI 3.1 document from the declarations that the handlers use. */
export function createOpenApiDocument(table: RouteTable) {
  const paths: ZodOpenApiPathsObject = {};
  for (const { path, module } of table) {
    const declared = (["GET", "POST", "PATCH", "DELETE"] as const).flatMap((method) => {
      const handler = module[method];
      return "declaration" in handler
        ? [[method.toLowerCase(), (handler as DeclaredHandler).declaration] as const]
        : [];
    });
    if (declared.length === 0) continue;
    const template = path.replace(/\[(\w+)\]/g, "{$1}");
    paths[template] = Object.fromEntries(
      declared.map(([method, declaration]) => [method, operationOf(declaration, template)]),
    );
  }
  const document = createDocument({
    openapi: "3.1.1",
    info: {
      title: "Keystead",
      version: "2.0.0",
      description:
        "Multi-tenant API for passkeys and emailed codes. Every path under `/v2/{tenancyId}` is also served " +
        "under `/{tenancyId}`, the older mount. Times are in milliseconds unless a field says seconds.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "This installation" }],
    tags: apiFamilies.map(({ name, description }) => ({ name, description })),
    components: {
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          description: "An API key of the tenancy in the path",
        },
      },
    },
    paths,
  });
  return describeDefaults(document);
}
