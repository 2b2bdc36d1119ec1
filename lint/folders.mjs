// Folders and packages that several rooms name.
export const config = [
  "lib/config",
  "lib/config.database",
  "lib/config.unknown",
  "lib/decode-text",
  "lib/limits",
  "lib/parse-url",
];
export const errors = "lib/errors";
export const contract = "lib/contract/";
export const outgoing = "lib/outgoing/";
export const platform = "lib/platform/";
export const domain = "lib/domain/";
export const service = "lib/service/";
export const http = "lib/http/";
export const withHttp = [contract, errors, ...config, platform, domain, service, http];
export const components = "components/";
export const generated = "prisma/generated/";
export const openApiDocument = "lib/http/endpoint/openapi.generated.json";

export const web = /^(next|react|react-dom)(\/|$)/;
export const webOrTelemetry = /^(next|react|react-dom|@opentelemetry)(\/|$)/;
