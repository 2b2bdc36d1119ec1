import type { Metadata } from "next";
import { cookies } from "next/headers";
import Link from "next/link";
import type { ReactNode } from "react";
import { Mark } from "@/components/ui/mark";
import { getConfig } from "@/lib/config";
import { codeLanguageCookie, toCodeLanguage } from "@/lib/contract/code-languages";
import { themeCookie, toTheme } from "@/lib/contract/theme";
import { CodeLanguageProvider } from "./code-language";
import { FoldedNav } from "./folded-nav";
import { navigation } from "./navigation";
import { SearchButton } from "./search/search-button";
import { SearchDialog } from "./search/search-dialog";
import { SideNav } from "./side-nav";

export const metadata: Metadata = {
  title: { default: "Keystead documentation", template: "%s · Keystead documentation" },
};

const machineReadable = [
  { href: "/openapi.json", name: "openapi.json" },
  { href: "/llms.txt", name: "llms.txt" },
  { href: "/llms-full.txt", name: "llms-full.txt" },
];

const consoleLink = { href: "/console", name: "Console" };
const demoLink = { href: "/demo", name: "Demo" };

export default async function DocsLayout({ children }: { children: ReactNode }) {
  // Reading cookies also renders the page per request: examples contain this installation's URL,
  // which is unknown at build time.
  const jar = await cookies();
  const language = toCodeLanguage(jar.get(codeLanguageCookie)?.value);
  // Only local mode has a demo.
  const applications = getConfig().mode === "local" ? [consoleLink, demoLink] : [consoleLink];
  return (
    <div data-theme={toTheme(jar.get(themeCookie)?.value)} className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className={
          "sr-only focus:not-sr-only focus:absolute focus:z-20 focus:m-2 focus:rounded-lg " +
          "focus:bg-surface focus:p-3"
        }
      >
        Skip to the content
      </a>
      <header className="sticky top-0 z-10 border-b border-line bg-ground">
        <div className="mx-auto flex h-14 max-w-[90rem] items-center gap-6 px-5">
          <Link
            href="/"
            className="flex items-center gap-2 rounded-sm font-semibold tracking-tight"
          >
            <Mark className="size-6" />
            <span className="max-sm:sr-only">Keystead</span>
          </Link>
          <nav aria-label="Documentation" className="flex gap-5 text-sm">
            <Link href="/docs" className="rounded-sm py-2 text-quiet hover:text-ink">
              Docs
            </Link>
            <Link href="/docs/api" className="rounded-sm py-2 text-quiet hover:text-ink">
              API
            </Link>
            <Link href="/docs/api/errors" className="rounded-sm py-2 text-quiet hover:text-ink">
              Errors
            </Link>
            {applications.map(({ href, name }) => (
              <a
                key={href}
                href={href}
                className="rounded-sm py-2 text-quiet hover:text-ink max-md:hidden"
              >
                {name}
              </a>
            ))}
          </nav>
          <div className="ml-auto">
            <SearchButton />
          </div>
        </div>
        <SearchDialog />
      </header>
      <div className="mx-auto flex w-full max-w-[90rem] grow max-lg:flex-col">
        <nav
          aria-label="Pages"
          className={
            "sticky top-14 h-[calc(100dvh-3.5rem)] w-72 shrink-0 overflow-y-auto border-r " +
            "border-line px-4 py-6 max-lg:hidden"
          }
        >
          <SideNav sections={navigation} />
        </nav>
        <FoldedNav sections={navigation} applications={applications} />
        <div className="flex min-w-0 grow flex-col">
          <main id="content" className="grow px-5 py-8 sm:px-8 sm:py-10">
            <CodeLanguageProvider initial={language}>{children}</CodeLanguageProvider>
          </main>
          <footer className="border-t border-line px-5 py-6 text-sm text-quiet sm:px-8">
            <p className="flex flex-wrap gap-x-5 gap-y-2">
              <span>For programs:</span>
              {machineReadable.map(({ href, name }) => (
                <a
                  key={href}
                  href={href}
                  className="rounded-sm underline decoration-line underline-offset-4 hover:text-ink"
                >
                  {name}
                </a>
              ))}
            </p>
          </footer>
        </div>
      </div>
    </div>
  );
}
