import { z } from "zod";

export const EmailAddress = z.email("Enter an email such as ada@example.com.");

/** Input of the registration form. */
export const Person = z.object({
  email: EmailAddress,
  givenName: z
    .string()
    .trim()
    .min(1, "Enter your first name.")
    .max(100, "Use at most 100 characters."),
  familyName: z
    .string()
    .trim()
    .min(1, "Enter your last name.")
    .max(100, "Use at most 100 characters."),
});
export type Person = z.infer<typeof Person>;
