import { logoEndpoint } from "@/lib/http/logo-endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = logoEndpoint();
