import { lifetimes } from "@/lib/limits";
import { inertText } from "./inert-text";
import { type Brand, fillEmail, ofLocale, type RenderedEmail } from "./render-challenge-email";

/** An email without a code; times in milliseconds. */
export type NoticeEmail =
  | {
      kind: "invitation";
      tenancy: string;
      inviter: string;
      role: "owner" | "admin" | "support" | "auditor";
      link: string;
      untilMs: number;
    }
  | { kind: "new-passkey"; person: string; untilMs: number }
  | { kind: "webhook-gone"; webhook: string; tenancy: string; untilMs: number }
  /** To the user, unlike those above. `provider` and `browser` are null if they are unknown. */
  | {
      kind: "passkey-added";
      provider: string | null;
      browser?: string | null | undefined;
      createdMs: number;
      link: string;
      untilMs: number;
    }
  /** To the user, with a link that undoes it. */
  | {
      kind: "deletion-requested" | "email-changed";
      browser: string | null;
      createdMs: number;
      link: string;
      untilMs: number;
    };

/** Replaces the narrow space of some languages' times and units, which is outside Latin-1. */
const inLatin1 = (text: string) => text.replaceAll("\u202f", "\u00a0");

/** Returns a time in words, in UTC because the reader's time zone is unknown. */
function momentIn(locale: string, ms: number): string {
  const format = { dateStyle: "long", timeStyle: "short", timeZone: "UTC" } as const;
  return `${inLatin1(new Intl.DateTimeFormat(locale, format).format(ms))} UTC`;
}

/** Returns a duration in words, such as "7 days". */
const durationIn = (locale: string, unit: "day" | "hour", ms: number) =>
  inLatin1(
    new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(
      ms / (unit === "day" ? lifetimes.dayMs : lifetimes.hourMs),
    ),
  );

function valuesOf(
  notice: NoticeEmail,
  words: { roles: Record<string, string>; unknownPasskey: string; unknownBrowser: string },
  locale: string,
): Record<string, string> {
  const until = momentIn(locale, notice.untilMs);
  if (notice.kind === "new-passkey") {
    const lifetime = durationIn(locale, "hour", lifetimes.passkeyTrustMs);
    return { person: inertText(notice.person), until, lifetime };
  }
  if (notice.kind === "webhook-gone")
    return {
      webhook: inertText(notice.webhook),
      tenancy: inertText(notice.tenancy),
      until,
      lifetime: durationIn(locale, "day", lifetimes.disabledQueueMs),
    };
  if (notice.kind === "passkey-added")
    return {
      passkey: notice.provider ?? words.unknownPasskey,
      browser: notice.browser ?? words.unknownBrowser,
      created: momentIn(locale, notice.createdMs),
      link: notice.link,
      until,
      lifetime: durationIn(locale, "day", lifetimes.passkeyReportMs),
    };
  if (notice.kind !== "invitation")
    return {
      browser: notice.browser ?? words.unknownBrowser,
      created: momentIn(locale, notice.createdMs),
      link: notice.link,
      until,
      lifetime: durationIn(locale, "day", notice.untilMs - notice.createdMs),
    };
  const { tenancy, inviter, role, link } = notice;
  return {
    tenancy: inertText(tenancy),
    inviter: inertText(inviter),
    console: new URL(link).host,
    role: words.roles[role] ?? role,
    link,
    until,
    lifetime: durationIn(locale, "day", lifetimes.invitationMs),
  };
}

/** Renders a notice. Names become inert text; the only link is ours. */
export function renderNoticeEmail(
  brand: Brand,
  notice: NoticeEmail,
  locale: string,
): RenderedEmail {
  const { greeting, notices, ...words } = ofLocale(locale);
  return fillEmail(brand, notices[notice.kind], {
    greeting: greeting.plain,
    ...valuesOf(notice, words, locale),
  });
}
