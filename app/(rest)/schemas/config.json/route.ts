import { createConfigurationSchema } from "@/lib/domain/admin/configuration/configuration-document";
import { schemaEndpoint } from "@/lib/http/endpoint/file-endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = schemaEndpoint(
  "getConfigurationSchema",
  createConfigurationSchema,
);
