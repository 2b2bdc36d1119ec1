import { createEventsSchema } from "@/lib/domain/event/feed/event-types";
import { schemaEndpoint } from "@/lib/http/endpoint/file-endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = schemaEndpoint(
  "getEventsSchema",
  createEventsSchema,
);
