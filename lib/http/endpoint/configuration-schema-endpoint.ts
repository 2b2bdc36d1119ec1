import { createConfigurationSchema } from "@/lib/domain/configuration/configuration-schema";
import { cacheSeconds } from "@/lib/limits";
import { etagOf, fileEndpoint, type ServedFile } from "./file-endpoint";
import type { RouteModule } from "./route-module";

let file: ServedFile | undefined;

function createFile(): ServedFile {
  const body = JSON.stringify(createConfigurationSchema());
  return {
    body,
    type: "application/json",
    cache: `max-age=${cacheSeconds.configurationSchema}`,
    etag: etagOf(body),
  };
}

/** Serves the JSON Schema of configuration files to editors. */
export const configurationSchemaEndpoint = (): RouteModule =>
  fileEndpoint("getConfigurationSchema", () => (file ??= createFile()));
