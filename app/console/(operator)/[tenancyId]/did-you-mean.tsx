import { Link } from "@/app/console/link";

/** Similar addresses, each with the link that searches for it. */
export function DidYouMean({ links }: { links: readonly { email: string; href: string }[] }) {
  if (links.length === 0) return null;
  return (
    <p className="text-base text-ink">
      Did you mean{" "}
      {links.map(({ email, href }, index) => (
        <span key={email}>
          {index > 0 && (index === links.length - 1 ? " or " : ", ")}
          <Link
            href={href}
            className="font-medium break-words text-accent underline underline-offset-4"
          >
            {email}
          </Link>
        </span>
      ))}
      ?
    </p>
  );
}
