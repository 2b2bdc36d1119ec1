import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { headers } from "next/headers";
import { getConfig } from "@/lib/config";
import type { ReaderTenancy } from "./reader-tenancy";

/**
 * Reads the demo tenancy's variables, with its API key: only in local mode, and only for the address
 * of this machine. A foreign name that resolves to this machine gets none (DNS rebinding).
 */
export async function readDemoVariables(): Promise<Record<string, string | undefined>> {
  const host = (await headers()).get("host");
  const { mode, dataFolder, baseUrl } = getConfig();
  if (mode !== "local" || host !== new URL(baseUrl).host) return {};
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
