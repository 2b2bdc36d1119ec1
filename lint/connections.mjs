import path from "node:path";

/**
 * The only files that open connections, and their targets. Lint cannot see inside packages, so
 * lib/domain/sign-in/ceremony/check-attestation.connections.test.ts checks the connections that packages open.
 */
export const connectingFiles = {
  "lib/platform/database.ts": "the configured database",
  "lib/platform/database-watch.ts": "the configured database",
  "lib/platform/request-origin.ts": "the configured BASE_URL, if keystead doctor is asked to",
  "lib/platform/database-target.ts": "the configured database, or that of `restore --into`",
  "lib/platform/database-failure.ts": "none: it imports the driver's error class",
  "lib/platform/database-session.ts": "the database of DATABASE_URL, or of `restore --into`",
  "lib/platform/optional-index.ts": "the configured database",
  "lib/platform/coalesce.ts": "none: it imports the driver's error class",
  "lib/platform/embedded-postgres/start.ts": "the database that it started",
  "lib/platform/guarded-client/guarded-client.ts": "the name servers of the machine",
  "lib/platform/guarded-client/send-request.ts": "webhooks: checked addresses of their URLs",
  "lib/platform/mailers/greet-provider.ts": "the configured email provider",
  "lib/platform/mailers/resend-mailer.ts": "the configured email provider",
  "lib/platform/mailers/smtp-mailer.ts": "the configured email provider",
  "lib/platform/tracing/open-telemetry.ts": "the configured collector of traces",
  "app/demo/backend/demo-database.ts": "the demo's tables in the configured database",
  "app/demo/backend/keystead.ts": "the demo's calls to this service",
  // In the browser, to the page's own service.
  "app/auth/browser/call-step.ts": "a step of the hosted pages",
  "app/auth/browser/change-language.ts": "the hosted page in another language",
  "app/console/(operator)/[tenancyId]/settings/branding/use-hosted-page.ts":
    "the preview of this service's sign-in page",
  "app/demo/account/sign-out.tsx": "the demo's backend",
  "app/demo/call-backend.ts": "the demo's backend",
  "app/demo/observe-bodies.ts": "records what the browser library sends to the service",
  "app/docs/api/send-request.ts": "the endpoint that the reader tries",
  "app/docs/reader-tenancy.ts": "the console of this installation",
  "app/docs/search/use-search-index.ts": "the search index of the documentation",
  "lib/client/service.ts": "the service that the page names",
};

/** Files outside the service and its pages: tests, repository tools, snippets and examples. */
const isOutside = (file) =>
  /^(tests|e2e|bench|drill|scripts|docs|examples|testing)\/|\.test\.tsx?$|\.config\.[a-z]+$/.test(
    file,
  );

/** Packages that open connections, with their exports that don't. */
const connecting = {
  net: ["createServer", "Server", "isIP", "isIPv4", "isIPv6", "BlockList"],
  http: ["createServer", "STATUS_CODES", "IncomingMessage", "ServerResponse"],
  tls: [],
  https: [],
  http2: [],
  dgram: [],
  dns: [],
  "dns/promises": [],
  pg: [],
  "@prisma/adapter-pg": [],
  nodemailer: [],
  "nodemailer/lib/smtp-connection": [],
  resend: [],
  undici: [],
  ws: [],
};

/**
 * Exports that open connections, in packages that otherwise don't, with the one file that may use
 * each.
 */
const connectingExports = {
  jose: { createRemoteJWKSet: undefined },
  "@simplewebauthn/server": {
    MetadataService: undefined,
    // Fetches URLs in certificates unless the attestation is replaced first.
    verifyRegistrationResponse: "lib/domain/sign-in/ceremony/check-attestation.ts",
  },
};

const globals = new Set(["fetch", "WebSocket", "EventSource", "XMLHttpRequest"]);
const globalObjects = new Set(["globalThis", "window", "self", "global"]);

/** Forbids opening connections outside `connectingFiles`. Type imports are allowed. */
export const connections = {
  meta: { type: "problem", schema: [] },
  create(context) {
    const file = path.relative(context.cwd, context.filename).split(path.sep).join("/");
    if (isOutside(file) || file in connectingFiles) return {};

    const refuse = (node, what) =>
      context.report({
        node,
        message:
          `${what} opens connections, and this file is not in connectingFiles ` +
          "(lint/connections.mjs). Take the adapter from ctx, or add the file with its target.",
      });
    const packageOf = (source) =>
      typeof source?.value === "string" ? source.value.replace(/^node:/, "") : "";
    const isRefused = (name, imported) => {
      const harmless = connecting[name];
      if (harmless) return !harmless.includes(imported);
      const owners = connectingExports[name];
      return (
        owners !== undefined &&
        (imported === "*" || imported in owners) &&
        owners[imported] !== file
      );
    };
    const checkWhole = (node, source) => {
      const name = packageOf(source);
      if (isRefused(name, "*")) refuse(node, name);
    };
    const checkNamed = (node, kind) => {
      const name = packageOf(node.source);
      for (const specifier of node.specifiers) {
        const imported = specifier.imported?.name ?? specifier.local?.name;
        const whole =
          specifier.type === "ImportNamespaceSpecifier" ||
          specifier.type === "ImportDefaultSpecifier";
        const isType = (specifier[kind] ?? "value") === "type" || node[kind] === "type";
        if (!isType && isRefused(name, whole ? "*" : imported))
          refuse(specifier, `${imported} of ${name}`);
      }
    };
    return {
      ImportDeclaration: (node) => checkNamed(node, "importKind"),
      ExportNamedDeclaration: (node) => node.source && checkNamed(node, "exportKind"),
      ExportAllDeclaration: (node) => checkWhole(node, node.source),
      ImportExpression: (node) => checkWhole(node, node.source),
      "CallExpression[callee.name='require']": (node) => checkWhole(node, node.arguments[0]),
      MemberExpression: (node) => {
        const property = node.computed ? node.property.value : node.property.name;
        if (globalObjects.has(node.object.name) && globals.has(property)) refuse(node, property);
      },
      "Program:exit": (node) => {
        const scope = context.sourceCode.getScope(node);
        const references = [
          ...scope.through,
          ...scope.variables
            .filter(({ defs }) => defs.length === 0)
            .flatMap((variable) => variable.references),
        ];
        for (const { identifier, isTypeReference } of references)
          if (!isTypeReference && globals.has(identifier.name)) refuse(identifier, identifier.name);
      },
    };
  },
};
