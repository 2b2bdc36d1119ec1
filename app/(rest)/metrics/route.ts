import { metricsEndpoint } from "@/lib/http/metrics-endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = metricsEndpoint();
