import { z } from "zod";
import { endpoint } from "@/lib/http/endpoint";
import { methods } from "@/lib/http/methods";
import document from "@/lib/http/openapi.generated.json";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    operation: "getOpenApi",
    summary: "This document",
    description: "This reference for programs: OpenAPI 3.1, generated from the schemas that validate.",
    auth: "public",
    success: [200, z.looseObject({ openapi: z.string() })],
    errors: [],
    handle: () => document,
  }),
});
