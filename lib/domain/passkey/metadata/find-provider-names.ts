import type { TenancyContext } from "@/lib/domain/base/context";
import { findPlatformName } from "@/lib/domain/base/find-platform-name";
import { nameProvider } from "@/lib/domain/passkey/name-provider";
import { unknownAaguid } from "@/lib/domain/passkey/unknown-aaguid";
import { findMetadata } from "./find-metadata";

const isUnnamed = (aaguid: string) =>
  aaguid !== unknownAaguid && findPlatformName(aaguid) === undefined;

/**
 * Finds the names of AAGUIDs that the built-in list doesn't have, in FIDO Metadata. Runs a statement
 * only if there is one.
 * @returns names any of the AAGUIDs
 */
export async function findProviderNames(
  ctx: Pick<TenancyContext, "db" | "secrets">,
  aaguids: readonly string[],
): Promise<(aaguid: string) => string> {
  const metadata = aaguids.some(isUnnamed) ? await findMetadata(ctx) : null;
  return (aaguid) => nameProvider(aaguid, metadata?.find(aaguid)?.description);
}
