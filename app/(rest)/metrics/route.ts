import { metricsEndpoint } from "@/lib/http/endpoint/metrics-endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = metricsEndpoint();
