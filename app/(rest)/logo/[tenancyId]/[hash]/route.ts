import { logoEndpoint } from "@/lib/http/endpoint/logo-endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = logoEndpoint();
