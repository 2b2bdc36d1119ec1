import { z } from "zod";
import { badRequest } from "@/lib/errors";

const message = "Must have 1 to 100 characters and no control characters";
const emptyMessage = "Enter a name of 1 to 100 characters";

/** A display name, trimmed. */
export const Name = z
  .string({ error: message })
  .trim()
  .min(1, emptyMessage)
  .max(100, message)
  .refine((name) => !/[\p{Cc}\p{Cs}]/u.test(name), message);

/** @throws BadRequest naming the field */
export function requireName(field: string, value: string): string {
  const parsed = Name.safeParse(value);
  if (!parsed.success) throw badRequest(field, message);
  return parsed.data;
}
