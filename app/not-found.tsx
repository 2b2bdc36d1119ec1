import Link from "next/link";
import { TopBar } from "./landing/top-bar";

const links = [
  { href: "/", name: "Start page" },
  { href: "/docs", name: "Documentation" },
  { href: "/console", name: "Console" },
];

export default function NotFound() {
  return (
    <>
      <TopBar />
      <main className="mx-auto flex max-w-6xl flex-col gap-4 px-5 py-20 sm:px-8">
        <h1 className="text-3xl font-semibold tracking-tight">Page not found</h1>
        <p className="text-pretty text-quiet">
          The URL may be mistyped, or the page may have been removed. Try one of these:
        </p>
        <ul className="flex flex-wrap gap-x-6 gap-y-2">
          {links.map(({ href, name }) => (
            <li key={href}>
              <Link
                href={href}
                prefetch={false}
                className="text-accent underline underline-offset-4"
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </main>
    </>
  );
}
