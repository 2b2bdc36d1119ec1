import { inertText } from "./inert-text";
import { fillEmail, ofLocale, type Brand, type RenderedEmail } from "./render-challenge-email";

/** An email to an operator; times in milliseconds. */
export type NoticeEmail =
  | {
      kind: "invitation";
      tenancy: string;
      inviter: string;
      role: "owner" | "admin" | "support" | "auditor";
      link: string;
      untilMs: number;
    }
  | { kind: "new-passkey"; person: string; untilMs: number };

// In UTC, because the reader's time zone is unknown.
const moment = (ms: number) => `${new Date(ms).toISOString().slice(0, 16).replace("T", " ")} UTC`;

function valuesOf(notice: NoticeEmail, roles: Record<string, string>): Record<string, string> {
  const until = moment(notice.untilMs);
  if (notice.kind === "new-passkey") return { person: inertText(notice.person), until };
  const { tenancy, inviter, role, link } = notice;
  return {
    tenancy: inertText(tenancy),
    inviter: inertText(inviter),
    role: roles[role] ?? role,
    link,
    until,
  };
}

/** Renders a notice. Names become inert text; the only link is ours. */
export function renderNoticeEmail(
  brand: Brand,
  notice: NoticeEmail,
  locale: string,
): RenderedEmail {
  const { greeting, roles, notices } = ofLocale(locale);
  return fillEmail(brand, notices[notice.kind], {
    greeting: greeting.plain,
    ...valuesOf(notice, roles),
  });
}
