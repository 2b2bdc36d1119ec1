import Link from "next/link";
import { z } from "zod";
import { chooseLocale, locales } from "@/lib/domain/email/choose-locale";
import { previewedPurposes, type PreviewedEmail } from "@/lib/domain/email/preview-email";

export interface ShownEmail {
  mail: PreviewedEmail;
  locale: string;
}

const mails = Object.keys(previewedPurposes) as PreviewedEmail[];
const mailWords: Record<PreviewedEmail, string> = {
  "sign-up": "Sign-up",
  login: "Sign-in",
  "email-change": "Change of address",
  recovery: "Recovery",
  other: "Anything else",
};
const languageNames = new Intl.DisplayNames("en", { type: "language" });

const Asked = z.object({
  mail: z.enum(mails).catch("login"),
  locale: z.string().optional().catch(undefined),
});

/** Returns the URL's choice. Defaults to the sign-in email in the tenancy's language. */
export function readEmailChoice(
  params: Record<string, string | string[] | undefined>,
  ofTenancy: string,
): ShownEmail {
  const { mail, locale } = Asked.parse(params);
  return { mail, locale: chooseLocale(locale, ofTenancy) };
}

function Choices({
  label,
  choices,
}: {
  label: string;
  choices: readonly { href: string; text: string; isCurrent: boolean }[];
}) {
  return (
    <nav
      aria-label={label}
      className="flex flex-wrap gap-1 rounded-xl border border-line bg-surface p-1"
    >
      {choices.map(({ href, text, isCurrent }) => (
        <Link
          key={href}
          href={href}
          scroll={false}
          aria-current={isCurrent ? "true" : undefined}
          className={
            "grid min-h-9 place-items-center rounded-lg px-3 text-sm font-medium text-quiet " +
            "hover:text-ink aria-[current=true]:bg-accent-soft aria-[current=true]:text-accent"
          }
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}

/** Chooses the email and its language. */
export function EmailChoice({
  path,
  choice: { mail, locale },
}: {
  path: string;
  choice: ShownEmail;
}) {
  return (
    <div className="flex flex-wrap gap-3">
      <Choices
        label="Mail"
        choices={mails.map((each) => ({
          href: `${path}?mail=${each}&locale=${locale}`,
          text: mailWords[each],
          isCurrent: each === mail,
        }))}
      />
      <Choices
        label="Language"
        choices={locales.map((each) => ({
          href: `${path}?mail=${mail}&locale=${each}`,
          text: languageNames.of(each) ?? each,
          isCurrent: each === locale,
        }))}
      />
    </div>
  );
}
