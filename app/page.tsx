import { ArrowRight } from "lucide-react";
import { connection } from "next/server";
import { ButtonLink } from "@/components/ui/button";
import { getConfig } from "@/lib/config";

const links = [
  { href: "/console", name: "Console", what: "Where operators run their tenancies" },
  { href: "/docs", name: "Documentation", what: "Guides and API reference" },
  { href: "/openapi.json", name: "OpenAPI document", what: "Every endpoint, body and error" },
  {
    href: "/client/v2.js",
    name: "Browser library",
    what: "An ES module; its types are beside it in v2.d.ts",
  },
  {
    href: "/.well-known/jwks.json",
    name: "Key set",
    what: "The public keys that verify id_tokens",
  },
  { href: "/readyz", name: "Readiness", what: "Whether the database is reachable and migrated" },
];

export default async function LandingPage() {
  await connection();
  const hasDemo = getConfig().mode === "local";
  return (
    <main className="mx-auto flex max-w-2xl flex-col gap-12 px-6 py-16 sm:py-24">
      <header className="flex flex-col items-start gap-5">
        <p className="text-sm font-medium text-accent">Keystead</p>
        <h1 className="text-3xl font-semibold tracking-tight text-balance sm:text-4xl">
          Passkey sign-in for your applications, on your own machines.
        </h1>
        <div className="flex flex-wrap gap-3">
          {hasDemo && (
            <ButtonLink href="/demo">
              Try the demo
              <ArrowRight aria-hidden className="size-4" />
            </ButtonLink>
          )}
          <ButtonLink href="/console" tone={hasDemo ? "secondary" : "primary"}>
            Open the console
          </ButtonLink>
        </div>
      </header>
      <nav aria-label="What this installation serves">
        <ul className="divide-y divide-line border-y border-line">
          {links.map(({ href, name, what }) => (
            <li key={href}>
              <a href={href} className="flex flex-col gap-1 rounded-sm py-4 hover:text-accent">
                <span className="font-medium underline decoration-line underline-offset-4">
                  {name}
                </span>
                <span className="text-sm text-quiet">{what}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </main>
  );
}
