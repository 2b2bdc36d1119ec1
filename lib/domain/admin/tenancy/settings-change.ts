import type { z } from "zod";
import { issueMessage } from "@/lib/contract/issue-message";
import { requireLocale } from "@/lib/domain/base/choose-locale";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { parseEmail } from "@/lib/domain/base/email-address";
import { getSettings, type Settings } from "@/lib/domain/base/tenancy/get-settings";
import { SettingsChange } from "@/lib/domain/base/tenancy/settings";
import { badRequest, badRequestOf } from "@/lib/errors";

/**
 * Locks a tenancy's row until the transaction ends, and then reads its settings. They are still the
 * current ones when the transaction replaces them.
 * @throws NotFound
 */
export async function lockSettings(
  ctx: Pick<TenancyContext, "tenancy">,
  tx: Queryable,
): Promise<Settings> {
  // Raw, because Prisma takes no row locks.
  await tx.$executeRaw`SELECT 1 FROM "Tenancy" WHERE "id" = ${ctx.tenancy.id} FOR UPDATE`;
  return getSettings(ctx, tx);
}

function requireAddress(
  field: "mailSender" | "mailReplyTo",
  value: string | null | undefined,
): void {
  if (value === undefined || value === null) return;
  if (parseEmail(value) === null)
    throw badRequest(field, "must be an email address such as no-reply@example.com");
  // Mail servers without SMTPUTF8 refuse such an address, in the headers of every email.
  if (/[^\x00-\x7f]/.test(value.slice(0, value.lastIndexOf("@"))))
    throw badRequest(field, "must have only ASCII characters before the @");
}

/**
 * Validates each changed setting on its own. Addresses and the language are checked here and not by
 * the schema, because browsers, which also run it, don't load the email templates.
 * @throws BadRequest naming each invalid field
 */
export function parseChanges(input: z.input<typeof SettingsChange>): SettingsChange {
  const parsed = SettingsChange.safeParse(input, { error: issueMessage });
  if (!parsed.success)
    throw badRequestOf(
      parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message })),
    );
  const { mailSender, mailReplyTo, locale } = parsed.data;
  requireAddress("mailSender", mailSender);
  requireAddress("mailReplyTo", mailReplyTo);
  if (locale !== undefined) requireLocale(locale);
  return parsed.data;
}
