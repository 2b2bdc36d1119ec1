import { iconEndpoint } from "@/lib/http/icon-endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = iconEndpoint();
