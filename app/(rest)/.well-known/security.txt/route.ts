import { securityTxtEndpoint } from "@/lib/http/endpoint/security-txt-endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = securityTxtEndpoint();
