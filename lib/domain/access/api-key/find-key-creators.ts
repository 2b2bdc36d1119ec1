import type { TenancyContext } from "@/lib/domain/base/context";
import { systemCreator } from "./create-api-key";

/**
 * Returns who created each key: an operator's email, the name of an API key, "Command line", "Former
 * operator", or "Unknown" for keys of earlier releases.
 * @param keys at most a page of keys
 */
export async function findKeyCreators(
  { db, tenancy }: TenancyContext,
  keys: readonly { id: string; createdBy: string | null; createdByKeyId: string | null }[],
): Promise<Map<string, string>> {
  const creatingIds = new Set(
    keys.map(({ createdByKeyId }) => createdByKeyId).filter((id) => id !== null),
  );
  const creating = await db.apiKey.findMany({
    where: { tenancyId: tenancy.id, id: { in: [...creatingIds] } },
    select: { id: true, name: true },
  });
  const keyNames = new Map(creating.map(({ id, name }) => [id, name]));
  const subs = new Set(keys.map(({ createdBy }) => createdBy).filter((sub) => sub !== null));
  // Operators are users of the system tenancy, whichever tenancy they work in.
  const operators = await db.user.findMany({
    where: { sub: { in: [...subs] }, tenancy: { isSystem: true } },
    select: { sub: true, email: true },
  });
  const emails = new Map(operators.map(({ sub, email }) => [sub, email]));
  const nameOf = ({ createdBy, createdByKeyId }: (typeof keys)[number]): string => {
    if (createdByKeyId !== null) return `API key “${keyNames.get(createdByKeyId) ?? ""}”`;
    if (createdBy === null) return "Unknown";
    return createdBy === systemCreator
      ? "Command line"
      : (emails.get(createdBy) ?? "Former operator");
  };
  return new Map(keys.map((key) => [key.id, nameOf(key)]));
}
