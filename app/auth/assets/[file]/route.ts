import { assetEndpoint } from "@/lib/hosted/assets";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = assetEndpoint();
