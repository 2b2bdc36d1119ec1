import { createEventsSchema } from "@/lib/domain/event/feed/events-schema";
import { schemaEndpoint } from "@/lib/http/endpoint/schema-endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = schemaEndpoint(
  "getEventsSchema",
  createEventsSchema,
);
