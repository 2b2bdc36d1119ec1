import { z } from "zod";
import { limits } from "@/lib/limits";

/** What an operator writes about why they do something. Blank means none. */
export const Reason = z
  .string()
  .trim()
  .max(limits.reasonCharacters, `Keep it to ${limits.reasonCharacters} characters.`)
  .transform((text) => (text === "" ? undefined : text))
  .optional();
