import { cacheSeconds } from "@/lib/limits";
import { fileEndpoint, type ServedFile, textFile } from "./file-endpoint";
import type { RouteModule } from "./route-module";

function createFile(schema: object): ServedFile {
  return {
    ...textFile(JSON.stringify(schema), "application/json"),
    cache: `max-age=${cacheSeconds.schema}`,
  };
}

/** Serves a JSON Schema, which it creates at the first request. */
export function schemaEndpoint(operation: string, create: () => object): RouteModule {
  let file: ServedFile | undefined;
  return fileEndpoint(operation, () => (file ??= createFile(create())));
}
