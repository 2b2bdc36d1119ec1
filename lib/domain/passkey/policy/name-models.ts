import type { TenancyContext } from "@/lib/domain/base/context";
import { findMetadata } from "@/lib/domain/passkey/metadata/find-metadata";
import type { PasskeyRecord } from "@/lib/domain/passkey/passkey-record";
import { unknownAaguid } from "@/lib/domain/passkey/unknown-aaguid";

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
