import Link from "next/link";

const endpoints = [
  { href: "/openapi.json", name: "OpenAPI document" },
  { href: "/client/v2.js", name: "Browser library" },
  { href: "/.well-known/jwks.json", name: "Key set" },
  { href: "/readyz", name: "Readiness" },
  { href: "/llms.txt", name: "llms.txt" },
];

/** License and the service's addresses for programs. */
export function EndpointFooter() {
  return (
    <footer className="border-t border-line">
      <div
        className={
          "mx-auto flex max-w-6xl flex-wrap justify-between gap-x-10 gap-y-4 px-5 py-8 text-sm " +
          "text-quiet sm:px-8"
        }
      >
        <p>
          Keystead is free software under the MIT license.{" "}
          <Link
            href="/docs/guides/about#source-code"
            prefetch={false}
            className="rounded-sm underline decoration-line underline-offset-4 hover:text-ink"
          >
            Source and license
          </Link>
        </p>
        <nav aria-label="Service endpoints">
          <ul className="flex flex-wrap gap-x-6 gap-y-2">
            {endpoints.map(({ href, name }) => (
              <li key={href}>
                <a
                  href={href}
                  className="rounded-sm underline-offset-4 hover:text-ink hover:underline"
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
