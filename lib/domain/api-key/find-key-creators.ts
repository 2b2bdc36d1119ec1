import type { TenancyContext } from "@/lib/domain/context";
import { systemCreator } from "./create-api-key";

/**
 * Returns who created each key: an operator's email, "Command line", "Former operator", or "Unknown"
 * for keys of earlier releases.
 * @param keys at most a page of keys
 */
export async function findKeyCreators(
  { db }: TenancyContext,
  keys: readonly { id: string; createdBy: string | null }[],
): Promise<Map<string, string>> {
  const subs = new Set(keys.map(({ createdBy }) => createdBy).filter((sub) => sub !== null));
  // Operators are users of the system tenancy, whichever tenancy they work in.
  const operators = await db.user.findMany({
    where: { sub: { in: [...subs] }, tenancy: { isSystem: true } },
    select: { sub: true, email: true },
  });
  const emails = new Map(operators.map(({ sub, email }) => [sub, email]));
  const nameOf = (createdBy: string | null): string => {
    if (createdBy === null) return "Unknown";
    return createdBy === systemCreator
      ? "Command line"
      : (emails.get(createdBy) ?? "Former operator");
  };
  return new Map(keys.map(({ id, createdBy }) => [id, nameOf(createdBy)]));
}
