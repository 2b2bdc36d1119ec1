import { openApiEndpoint } from "@/lib/http/openapi-endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = openApiEndpoint();
