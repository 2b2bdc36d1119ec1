import { ArrowRight } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { getConfig } from "@/lib/config";
import { chapters } from "./chapters";
import { PageHeader } from "./page-header";
import { tasks } from "./tasks";

export const metadata: Metadata = {
  description:
    "Guides, API reference and search of Keystead: passkeys and emailed codes for your applications",
};

interface Step {
  href: string;
  title: string;
  text: string;
}

const reference: Step[] = [
  { href: "/docs/api", title: "API reference", text: "Every endpoint, with requests to copy." },
  { href: "/docs/api/errors", title: "Errors", text: "Every error and what to do about it." },
  {
    href: "/docs/guides/configuration",
    title: "Configuration",
    text: "Environment variables and tenancy settings.",
  },
  { href: "/docs/guides/console", title: "Console", text: "What each page shows." },
  { href: "/docs/guides/command-line", title: "Command line", text: "Every command of the CLI." },
];

/** The recommended path. Only local mode has a demo. */
const pathOf = (hasDemo: boolean): Step[] => [
  hasDemo
    ? { href: "/demo", title: "Try the demo", text: "Register and sign in, and see each API call." }
    : {
        href: "/docs/guides/five-minutes#start-keystead",
        title: "Run the demo",
        text: "Start Keystead on your machine and see each API call.",
      },
  {
    href: "/docs/guides/five-minutes",
    title: "Five-minute start",
    text: "Add sign-in to a page of your own.",
  },
  {
    href: "/docs/guides/add-passkeys",
    title: "Add passkeys to your accounts",
    text: "Verify an email, then create a passkey for the account.",
  },
  {
    href: "/docs/guides/production",
    title: "Run in production",
    text: "Set up your domain, database and email.",
  },
];

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <h2 id={id} className="scroll-mt-20 text-xl font-semibold tracking-tight">
        {title}
      </h2>
      {children}
    </section>
  );
}

const card =
  "flex h-full flex-col gap-1.5 rounded-xl border border-line bg-surface p-5 hover:border-control";

function RecommendedPath({ steps }: { steps: Step[] }) {
  return (
    <ol className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      {steps.map(({ href, title, text }, index) => (
        <li key={title}>
          <Link href={href} prefetch={false} className={card}>
            <span
              aria-hidden
              className={
                "mb-1.5 flex size-7 items-center justify-center rounded-full bg-accent-soft " +
                "text-sm font-semibold text-accent tabular-nums"
              }
            >
              {index + 1}
            </span>
            <span className="font-medium">{title}</span>
            <span className="text-sm text-pretty text-quiet">{text}</span>
          </Link>
        </li>
      ))}
    </ol>
  );
}

function Tasks() {
  return (
    <ul className="grid gap-x-6 overflow-hidden rounded-xl border border-line bg-surface p-2 sm:grid-cols-2">
      {tasks.map(({ label, href }) => (
        <li key={label}>
          <Link
            href={href}
            prefetch={false}
            className="flex min-h-11 items-center justify-between gap-3 rounded-lg px-3 py-2 hover:bg-sunken"
          >
            {label}
            <ArrowRight aria-hidden className="size-4 shrink-0 text-accent" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Guides() {
  return (
    <div className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
      {chapters.map(({ title, guides }) => (
        <div key={title} className="flex flex-col gap-3">
          <h3 className="border-b border-line pb-2 font-semibold">{title}</h3>
          <ul className="flex flex-col gap-3">
            {guides.map((guide) => (
              <li key={guide.slug}>
                <Link
                  href={`/docs/guides/${guide.slug}`}
                  prefetch={false}
                  className="group flex flex-col gap-0.5 rounded-sm"
                >
                  <span className="font-medium text-accent group-hover:underline">
                    {guide.title}
                  </span>
                  <span className="text-sm text-pretty text-quiet">{guide.description}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

export default function DocsPage() {
  return (
    <div className="flex max-w-5xl flex-col gap-12">
      <div className="flex flex-col gap-6">
        <PageHeader title="Documentation">
          Keystead signs users in to your applications with passkeys and emailed codes. Your page
          asks the user’s device for a passkey and gets a one-time code. Your backend exchanges the
          code for the signed-in user.
        </PageHeader>
      </div>
      <Section id="start" title="Start here">
        <RecommendedPath steps={pathOf(getConfig().mode === "local")} />
      </Section>
      <Section id="tasks" title="What do you want to do?">
        <Tasks />
      </Section>
      <Section id="guides" title="Guides">
        <Guides />
      </Section>
      <Section id="reference" title="Reference">
        <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-5">
          {reference.map(({ href, title, text }) => (
            <li key={href}>
              <Link href={href} prefetch={false} className={card}>
                <span className="font-medium">{title}</span>
                <span className="text-sm text-pretty text-quiet">{text}</span>
              </Link>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}
