const links = [
  { href: "/openapi.json", name: "OpenAPI document", what: "Every endpoint, body and error" },
  { href: "/.well-known/jwks.json", name: "Key set", what: "The public keys that verify id_tokens" },
  { href: "/readyz", name: "Readiness", what: "Whether the database is reachable and migrated" },
];

export default function LandingPage() {
  return (
    <main className="mx-auto flex max-w-2xl flex-col gap-10 px-6 py-16 sm:py-24">
      <header className="flex flex-col gap-4">
        <p className="text-sm font-medium text-accent">Keystead</p>
        <h1 className="text-3xl font-semibold tracking-tight text-balance sm:text-4xl">Passkey sign-in for your applications, on your own machines.</h1>
        <p className="text-lg text-quiet text-pretty">
          The service is running. Your backend authorizes a ceremony with an API key, the browser completes it, and your backend turns the
          one-time code into a principal.
        </p>
      </header>
      <nav aria-label="What this installation serves">
        <ul className="divide-y divide-line border-y border-line">
          {links.map(({ href, name, what }) => (
            <li key={href}>
              <a href={href} className="flex flex-col gap-1 rounded-sm py-4 hover:text-accent focus-visible:outline-2 focus-visible:outline-offset-4 focus-visible:outline-accent">
                <span className="font-medium underline decoration-line underline-offset-4">{name}</span>
                <span className="text-sm text-quiet">{what}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </main>
  );
}
