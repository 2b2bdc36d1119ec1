import Link from "next/link";
import { CodeBlock } from "@/app/docs/code-block";
import { Section } from "./section";

const steps = [
  {
    href: "/docs/guides/five-minutes",
    name: "Five-minute start",
    what: "Write a page and a backend that sign users in.",
  },
  {
    href: "/docs/guides/add-passkeys",
    name: "Existing users",
    what: "Add passkeys to the accounts that you have.",
  },
  {
    href: "/docs/guides/production",
    name: "Production",
    what: "Domain, database, email, secrets, backups.",
  },
  {
    href: "/docs/api",
    name: "API reference",
    what: "Every endpoint with its errors, and calls to try.",
  },
];

export function NextSteps() {
  return (
    <Section
      id="start"
      title="Start on your machine"
      lead={
        <>
          You need Node 24 or 26, git, and a clone of{" "}
          <Link
            href="/docs/guides/about#source-code"
            prefetch={false}
            className="rounded-sm underline decoration-line underline-offset-4 hover:text-ink"
          >
            Keystead’s source
          </Link>
          . The first start creates a database, a demo and an inbox for its emails.
        </>
      }
    >
      <div className="grid gap-8 lg:grid-cols-2 lg:gap-14">
        <div className="min-w-0">
          <CodeBlock code="npm ci && npm start" language="sh" title="In Keystead’s folder" />
        </div>
        <ul className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
          {steps.map(({ href, name, what }) => (
            <li key={href} className="flex flex-col gap-1">
              <Link
                href={href}
                prefetch={false}
                className="w-fit rounded-sm font-medium text-accent underline-offset-4 hover:underline"
              >
                {name}
              </Link>
              <p className="text-sm text-pretty text-quiet">{what}</p>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}
