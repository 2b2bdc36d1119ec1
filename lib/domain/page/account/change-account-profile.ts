import { requireLocale } from "@/lib/domain/base/choose-locale";
import type { TenancyContext } from "@/lib/domain/base/context";
import { updateProfile } from "@/lib/domain/user/update-user";
import { type AccountSession, requireAccountAccess } from "./account-session";

interface AccountProfile {
  givenName: string;
  familyName: string;
  /** Null for the browser's language. */
  locale: string | null;
}

/**
 * Changes the user's own names and language. The language wins over the browser's on the account
 * page, unless the address names another one. In notices to the user it wins over the page's and the
 * tenancy's. An email with a code is in the language of the page that asked for it.
 * @throws InvalidToken when the session has ended · Forbidden · BadRequest (locale) for an unsupported
 * language
 */
export async function changeAccountProfile(
  ctx: TenancyContext,
  session: AccountSession,
  { givenName, familyName, locale }: AccountProfile,
): Promise<void> {
  if (locale !== null) requireLocale(locale);
  await ctx.db.$transaction(async (tx) => {
    const { sub } = await requireAccountAccess(ctx, tx, session, "change");
    await updateProfile(ctx, tx, sub, { givenName, familyName, locale });
  });
}
