import { createConfigurationSchema } from "@/lib/domain/admin/configuration/configuration-schema";
import { schemaEndpoint } from "@/lib/http/endpoint/schema-endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = schemaEndpoint(
  "getConfigurationSchema",
  createConfigurationSchema,
);
