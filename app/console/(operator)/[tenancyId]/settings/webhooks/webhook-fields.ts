import { z } from "zod";
import { Name } from "@/lib/domain/base/tenancy/name";

const maxTypes = 200;
const maxTypeCharacters = 64;

/** What a form says about a webhook. */
export const WebhookFields = z.object({
  name: Name,
  url: z.string().trim().min(1, "Enter the address of your receiver").max(2_048),
  /** Null: the default types. */
  types: z
    .array(z.string().max(maxTypeCharacters))
    .min(1, "Choose at least one type")
    .max(maxTypes)
    .nullable(),
});
