import Link from "next/link";

export default function NotFound() {
  return (
    <main className="mx-auto flex max-w-2xl flex-col gap-4 px-6 py-24">
      <h1 className="text-2xl font-semibold tracking-tight">Page not found</h1>
      <p className="text-quiet">
        The URL may be mistyped.{" "}
        <Link href="/" className="text-accent underline underline-offset-4">
          Go to the start page
        </Link>
      </p>
    </main>
  );
}
