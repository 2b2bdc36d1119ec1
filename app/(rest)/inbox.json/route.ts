import { inboxEndpoint } from "@/lib/http/endpoint/inbox-endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = inboxEndpoint();
