import Link from "next/link";

const links = [
  { href: "/", name: "Start page" },
  { href: "/docs", name: "Documentation" },
  { href: "/console", name: "Console" },
];

/** Where a reader whose page is missing or failed can go. */
export function PageLinks() {
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-2">
      {links.map(({ href, name }) => (
        <li key={href}>
          <Link href={href} prefetch={false} className="text-accent underline underline-offset-4">
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
