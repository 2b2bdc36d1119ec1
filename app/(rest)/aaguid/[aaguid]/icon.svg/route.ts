import { iconEndpoint } from "@/lib/http/endpoint/icon-endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = iconEndpoint();
