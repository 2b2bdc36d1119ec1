import { cacheSeconds } from "@/lib/limits";
import { etagOf, fileEndpoint, type ServedFile } from "./file-endpoint";
import type { RouteModule } from "./route-module";

function createFile(schema: object): ServedFile {
  const body = JSON.stringify(schema);
  return {
    body,
    type: "application/json",
    cache: `max-age=${cacheSeconds.schema}`,
    etag: etagOf(body),
  };
}

/** Serves a JSON Schema, which it creates at the first request. */
export function schemaEndpoint(operation: string, create: () => object): RouteModule {
  let file: ServedFile | undefined;
  return fileEndpoint(operation, () => (file ??= createFile(create())));
}
