import { inertText } from "./inert-text";
import { fillEmail, ofLocale, type Brand, type RenderedEmail } from "./render-challenge-email";

/** News for an operator; moments in milliseconds. */
export type NoticeMail =
  | {
      kind: "invitation";
      tenancy: string;
      inviter: string;
      role: "owner" | "admin" | "support" | "auditor";
      link: string;
      untilMs: number;
    }
  | { kind: "new-passkey"; person: string; untilMs: number };

// Whose time zone it will be read in is not known.
const moment = (ms: number) => `${new Date(ms).toISOString().slice(0, 16).replace("T", " ")} UTC`;

function valuesOf(mail: NoticeMail, roles: Record<string, string>): Record<string, string> {
  const until = moment(mail.untilMs);
  if (mail.kind === "new-passkey") return { person: inertText(mail.person), until };
  const { tenancy, inviter, role, link } = mail;
  return {
    tenancy: inertText(tenancy),
    inviter: inertText(inviter),
    role: roles[role] ?? role,
    link,
    until,
  };
}

/** The mail of some news. Names become inert text; the one link is ours. */
export function renderNoticeMail(brand: Brand, mail: NoticeMail, locale: string): RenderedEmail {
  const { greeting, roles, notices } = ofLocale(locale);
  return fillEmail(brand, notices[mail.kind], {
    greeting: greeting.plain,
    ...valuesOf(mail, roles),
  });
}
