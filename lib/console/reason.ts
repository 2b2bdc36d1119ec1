import { z } from "zod";
import { limits } from "@/lib/limits";

const text = z
  .string()
  .trim()
  .max(limits.reasonCharacters, `Keep it to ${limits.reasonCharacters} characters.`);

/** Why an operator disables a user or a passkey. */
export const RequiredReason = text.min(
  limits.requiredReasonCharacters,
  "Write why, for example: lost phone.",
);

/** What an operator writes about why they do something. Blank means none. */
export const Reason = text.transform((text) => (text === "" ? undefined : text)).optional();
