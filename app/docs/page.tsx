import type { Metadata } from "next";
import Link from "next/link";
import { families } from "./api/reference";
import { guides } from "./guide";
import { PageHeader } from "./page-header";

export const metadata: Metadata = {
  description:
    "Guides and API reference of Keystead: passkeys and mailbox codes for your applications",
};

function Card({ href, title, children }: { href: string; title: string; children: string }) {
  return (
    <li>
      <Link
        href={href}
        prefetch={false}
        className="flex h-full flex-col gap-1.5 rounded-xl border border-line bg-surface p-5 hover:border-control"
      >
        <span className="font-medium">{title}</span>
        <span className="text-sm text-pretty text-quiet">{children}</span>
      </Link>
    </li>
  );
}

export default function DocsPage() {
  return (
    <div className="flex max-w-5xl flex-col gap-10">
      <PageHeader title="Documentation">
        Your page asks a device for a passkey, your backend turns the code that comes back into who
        it was. Everything else is below.
      </PageHeader>
      <section aria-labelledby="guides" className="flex flex-col gap-4">
        <h2 id="guides" className="scroll-mt-20 text-xl font-semibold tracking-tight">
          Guides
        </h2>
        <ul className="grid gap-3 sm:grid-cols-2">
          {guides.map(({ slug, title, description }) => (
            <Card key={slug} href={`/docs/guides/${slug}`} title={title}>
              {description}
            </Card>
          ))}
        </ul>
      </section>
      <section aria-labelledby="reference" className="flex flex-col gap-4">
        <h2 id="reference" className="scroll-mt-20 text-xl font-semibold tracking-tight">
          API reference
        </h2>
        <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          <Card href="/docs/api" title="Conventions">
            Both mounts, keys and scopes, calls from the browser, limits, times and ids.
          </Card>
          {families.map(({ slug, name, description }) => (
            <Card key={slug} href={`/docs/api/${slug}`} title={name}>
              {description}
            </Card>
          ))}
          <Card href="/docs/api/errors" title="Errors">
            Every tag with its status, an example, and what to do about it.
          </Card>
        </ul>
      </section>
    </div>
  );
}
