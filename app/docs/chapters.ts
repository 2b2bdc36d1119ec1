import { type Guide, guides } from "./guide";

interface Chapter {
  title: string;
  /** Slugs of its guides, in reading order. */
  slugs: string[];
}

const listed: Chapter[] = [
  {
    title: "Get started",
    slugs: [
      "about",
      "five-minutes",
      "add-passkeys",
      "exchange-codes",
      "nextjs",
      "python",
      "test-your-sign-in",
      "test-on-a-phone",
      "questions",
    ],
  },
  {
    title: "Sign-in",
    slugs: ["register-and-sign-in", "mailbox-codes", "hosted-pages", "step-up", "browser-features"],
  },
  {
    title: "Accounts and devices",
    slugs: [
      "account-page",
      "email-change",
      "devices-in-step",
      "manage-users",
      "react-to-events",
      "delete-account",
      "moving-domains",
    ],
  },
  { title: "Security", slugs: ["passkey-policy", "planted-passkeys", "content-security-policy"] },
  { title: "Operation", slugs: ["production", "configuration", "console", "command-line"] },
  { title: "Migration", slugs: ["migrating", "bring-an-existing-client"] },
];

const firstSlugs = new Set(listed.flatMap(({ slugs }) => slugs));

/** The guides by purpose. The last chapter also has guides that no chapter lists. */
export const chapters: { title: string; guides: Guide[] }[] = listed.map(
  ({ title, slugs }, index) => ({
    title,
    guides: [
      ...slugs.flatMap((slug) => guides.filter((guide) => guide.slug === slug)),
      ...(index === listed.length - 1 ? guides.filter(({ slug }) => !firstSlugs.has(slug)) : []),
    ],
  }),
);
