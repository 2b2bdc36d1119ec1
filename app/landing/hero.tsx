import { ArrowRight } from "lucide-react";
import Link from "next/link";
import { ButtonLink } from "@/components/ui/button";
import type { Theme } from "@/lib/contract/theme";
import { SignInCode } from "./sign-in-code";
import { SignInFrames } from "./sign-in-frames";

const facts: { name: string; what: string; href?: string }[] = [
  { name: "MIT", what: "license, no paid edition", href: "/docs/guides/about#price-and-license" },
  { name: "1 process", what: "and PostgreSQL to run" },
  { name: "6 KB", what: "browser library, compressed" },
  {
    name: "1,000",
    what: "sign-ins a second on one core",
    href: "/docs/guides/production#what-to-expect",
  },
];

function Facts() {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-8 md:grid-cols-4">
      {facts.map(({ name, what, href }) => (
        <div key={name} className="flex flex-col gap-0.5">
          <dt className="text-xl font-semibold tracking-tight">{name}</dt>
          <dd className="text-sm text-pretty text-quiet">
            {href === undefined ? (
              what
            ) : (
              <Link
                href={href}
                prefetch={false}
                className="rounded-sm underline decoration-line underline-offset-4 hover:text-ink"
              >
                {what}
              </Link>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Explains what Keystead is. `hasDemo` is false in production, where end users may visit the page. */
export function Hero({
  theme,
  hasDemo,
  baseUrl,
}: {
  theme: Theme;
  hasDemo: boolean;
  baseUrl: string;
}) {
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-12 px-5 py-14 sm:gap-14 sm:px-8 sm:py-20">
      <div className="flex flex-col items-center gap-6 text-center">
        <p className="text-sm font-medium text-accent">Open-source identity service</p>
        <h1 className="max-w-4xl text-4xl font-semibold tracking-tight text-balance sm:text-5xl lg:text-6xl">
          Passkey sign-in for your applications, on your own servers
        </h1>
        <p className="max-w-3xl text-lg text-pretty text-quiet sm:text-xl">
          Your users sign in with a fingerprint, a face or a PIN instead of a password, or with an
          emailed code. Keystead verifies each sign-in and stores passkeys and emails in your
          PostgreSQL. Accounts and sessions stay in your application.
        </p>
        <div className="flex flex-wrap justify-center gap-3 pt-1">
          {hasDemo && (
            <ButtonLink href="/demo">
              Try the demo
              <ArrowRight aria-hidden className="size-4" />
            </ButtonLink>
          )}
          <ButtonLink href="/docs/guides/five-minutes" tone={hasDemo ? "secondary" : "primary"}>
            Integrate in five minutes
          </ButtonLink>
        </div>
        <p className="max-w-2xl text-sm text-pretty text-quiet">
          For developers who run their own servers, with one application or many. No passwords,
          social sign-in, OpenID Connect or SAML:{" "}
          <Link
            href="/docs/guides/about"
            prefetch={false}
            className="rounded-sm underline decoration-line underline-offset-4 hover:text-ink"
          >
            what Keystead isn’t
          </Link>
          .
        </p>
        {!hasDemo && (
          <p className="rounded-lg border border-line bg-surface px-4 py-3 text-sm text-quiet">
            Looking for your account? Open the application that you use. It brings you here when you
            sign in.
          </p>
        )}
      </div>
      <SignInFrames theme={theme} />
      <SignInCode baseUrl={baseUrl} />
      <Facts />
    </div>
  );
}
