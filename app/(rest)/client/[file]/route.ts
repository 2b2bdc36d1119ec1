import { clientFileEndpoint } from "@/lib/http/endpoint/client-file-endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = clientFileEndpoint();
