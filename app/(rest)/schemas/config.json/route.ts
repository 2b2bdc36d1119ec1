import { configurationSchemaEndpoint } from "@/lib/http/endpoint/configuration-schema-endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = configurationSchemaEndpoint();
