import { clientFileEndpoint } from "@/lib/http/endpoint/file-endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = clientFileEndpoint();
