import { openApiEndpoint } from "@/lib/http/endpoint/openapi-endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = openApiEndpoint();
