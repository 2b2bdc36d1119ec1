import { resendEventsEndpoint } from "@/lib/http/endpoint/resend-events-endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resendEventsEndpoint();
