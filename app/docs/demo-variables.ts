import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { headers } from "next/headers";
import { getConfig } from "@/lib/config";
import { isFromThisMachine } from "@/lib/http/request/client-address";
import type { ReaderTenancy } from "./reader-tenancy";

/**
 * Reads the demo tenancy's variables, with its API key: only in local mode, for requests from this
 * machine to its own address. A foreign name that resolves to it gets none (DNS rebinding).
 */
export async function readDemoVariables(): Promise<Record<string, string | undefined>> {
  const received = await headers();
  const { mode, dataFolder, baseUrl } = getConfig();
  const isOwnHost = received.get("host") === new URL(baseUrl).host;
  if (mode !== "local" || !isOwnHost || !isFromThisMachine(received)) return {};
  const file = join(/* turbopackIgnore: true */ dataFolder, "demo.env");
  return parseEnv(await readFile(file, "utf8").catch(() => ""));
}

/** Returns the demo tenancy for examples and “Try it”; undefined where its variables are kept back. */
export async function readDemoTenancy(): Promise<ReaderTenancy | undefined> {
  const {
    KEYSTEAD_TENANCY_ID: tenancyId,
    KEYSTEAD_CLIENT_ID: clientId,
    KEYSTEAD_API_KEY: apiKey,
  } = await readDemoVariables();
  if (tenancyId === undefined || clientId === undefined || apiKey === undefined) return undefined;
  return { tenancyId, clientId, apiKey, name: "Demo" };
}
