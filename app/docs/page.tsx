import { AppWindow, Fingerprint, Server } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { getConfig } from "@/lib/config";
import { chapters } from "./chapters";
import { PageHeader } from "./page-header";
import { taskGroups } from "./tasks";

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
        href: "/docs/guides/five-minutes#the-four-variables",
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

const parts = [
  {
    icon: AppWindow,
    name: "Your page",
    what: "asks the user’s device for a passkey, through a small library",
  },
  {
    icon: Fingerprint,
    name: "Keystead",
    what: "verifies the device’s response and returns a one-time code",
  },
  {
    icon: Server,
    name: "Your backend",
    what: "exchanges the code for the signed-in user and opens a session",
  },
];

/** The path of a sign-in. */
function Parts() {
  return (
    <ol className="grid overflow-hidden rounded-xl border border-line bg-surface max-md:divide-y max-md:divide-line md:grid-cols-3 md:divide-x md:divide-line">
      {parts.map(({ icon: Icon, name, what }) => (
        <li key={name} className="flex gap-3.5 p-5">
          <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
          <p className="text-sm text-pretty text-quiet">
            <strong className="block text-base font-medium text-ink">{name}</strong>
            {what}
          </p>
        </li>
      ))}
    </ol>
  );
}

function Tasks() {
  return (
    <div className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
      {taskGroups.map(({ title, tasks }) => (
        <div key={title} className="rounded-xl border border-line bg-surface p-2">
          <h3 className="px-3 pt-3 pb-1 font-semibold">{title}</h3>
          <ul>
            {tasks.map(({ label, href }) => (
              <li key={label}>
                <Link
                  href={href}
                  prefetch={false}
                  className="flex min-h-10 items-center rounded-lg px-3 py-1.5 text-sm text-quiet hover:bg-sunken hover:text-ink"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function Guides() {
  return (
    <div className="gap-x-10 sm:columns-2 xl:columns-3">
      {chapters.map(({ title, guides }) => (
        <div key={title} className="mb-8 flex break-inside-avoid flex-col gap-3">
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
          Keystead signs users in to your applications with passkeys and emailed codes.
        </PageHeader>
        <Parts />
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
