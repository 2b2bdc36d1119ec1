import type { TenancyContext } from "@/lib/domain/base/context";
import { findPlatformName, listPlatforms } from "@/lib/domain/base/find-platform-name";
import { findMetadata, type StoredMetadata } from "@/lib/domain/passkey/metadata/find-metadata";
import { unknownAaguid } from "@/lib/domain/passkey/name-provider";
import type { PasskeyRecord } from "@/lib/domain/passkey/passkey-record";

/** The models of a product. */
export interface ModelChoice {
  name: string;
  aaguids: string[];
}

// More than any published BLOB has, and little enough for a page.
const maxModels = 2_000;
const maxNameCharacters = 100;

/**
 * Lists authenticator models by product name: the known ones, and those of FIDO Metadata. Models of
 * one name are one choice.
 */
export function listModels(metadata: Pick<StoredMetadata, "list"> | null): ModelChoice[] {
  const byName = new Map<string, string[]>();
  const add = (aaguid: string, name: string) =>
    byName.set(name, [...(byName.get(name) ?? []), aaguid]);
  for (const [aaguid, name] of listPlatforms()) add(aaguid, name);
  let count = 0;
  for (const [aaguid, { description }] of metadata?.list() ?? []) {
    const name = description.replaceAll(/\s+/g, " ").trim().slice(0, maxNameCharacters);
    if (name === "" || findPlatformName(aaguid) !== undefined) continue;
    if ((count += 1) > maxModels) break;
    add(aaguid, name);
  }
  return [...byName]
    .map(([name, aaguids]) => ({ name, aaguids }))
    .sort((one, other) => one.name.localeCompare(other.name, "en"));
}

/**
 * Adds the maker's name of the model to passkeys that the built-in list doesn't know, if the imported
 * FIDO Metadata has it. One statement, and only if there are such passkeys.
 */
export async function nameModels(
  ctx: Pick<TenancyContext, "db" | "secrets">,
  records: PasskeyRecord[],
): Promise<PasskeyRecord[]> {
  const isUnnamed = ({ passkey }: PasskeyRecord) =>
    passkey.platform === undefined && passkey.credential.aaguid !== unknownAaguid;
  if (!records.some(isUnnamed)) return records;
  const metadata = await findMetadata(ctx);
  if (metadata === null) return records;
  return records.map((record) => {
    const model = isUnnamed(record)
      ? metadata.find(record.passkey.credential.aaguid)?.description
      : undefined;
    return model === undefined ? record : { ...record, model };
  });
}
