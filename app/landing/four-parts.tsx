import { ArrowRight, Fingerprint, LayoutDashboard, MailCheck, ScrollText } from "lucide-react";
import Link from "next/link";
import type { Theme } from "@/lib/contract/theme";
import { ConsolePicture } from "./console-picture";
import { Section } from "./section";

const parts = [
  {
    icon: Fingerprint,
    name: "Passkeys",
    what:
      "Users sign in with a fingerprint, a face or a PIN, by button or from the browser’s " +
      "autofill. Keystead verifies each response as WebAuthn Level 3 requires, and tells devices " +
      "which passkeys you renamed or removed.",
    link: { href: "/docs/guides/register-and-sign-in", label: "Register and sign in" },
  },
  {
    icon: MailCheck,
    name: "Emailed codes",
    what:
      "Codes for new devices, lost passkeys and changed addresses, in your brand and four " +
      "languages, through SMTP or Resend. Limits per mailbox stop guesses, and strangers can’t use " +
      "them to lock a user out.",
    link: { href: "/docs/guides/mailbox-codes", label: "Send codes" },
  },
  {
    icon: LayoutDashboard,
    name: "Console",
    what:
      "Find a user by any part of an email, see why a sign-in failed, resend a code, disable a " +
      "passkey. Members have roles, API keys have scopes, and each tenancy is separate.",
    link: { href: "/console", label: "Open the console" },
  },
  {
    icon: ScrollText,
    name: "Audit log",
    what:
      "Every sign-in and every change: who did it, when, and why. Entries form a hash chain, and " +
      "one command verifies that none was altered. Search and export it in the console.",
    link: { href: "/docs/guides/production#audit-log", label: "How it is verified" },
  },
];

export function FourParts({ theme }: { theme: Theme }) {
  return (
    <Section
      id="parts"
      title="Everything around the sign-in"
      lead="A sign-in is more than a prompt: devices get lost, users ask for help, auditors ask for proof."
    >
      <ul className="grid gap-4 sm:grid-cols-2">
        {parts.map(({ icon: Icon, name, what, link }) => (
          <li
            key={name}
            className="flex flex-col gap-4 rounded-2xl border border-line bg-surface p-6 sm:p-8"
          >
            <Icon aria-hidden className="size-6 text-accent" />
            <div className="flex grow flex-col gap-2">
              <h3 className="text-lg font-semibold tracking-tight">{name}</h3>
              <p className="text-pretty text-quiet">{what}</p>
            </div>
            <Link
              href={link.href}
              prefetch={false}
              className={
                "inline-flex w-fit items-center gap-1.5 rounded-sm text-sm font-medium " +
                "text-accent underline-offset-4 hover:underline"
              }
            >
              {link.label}
              <ArrowRight aria-hidden className="size-3.5" />
            </Link>
          </li>
        ))}
      </ul>
      <ConsolePicture theme={theme} />
    </Section>
  );
}
