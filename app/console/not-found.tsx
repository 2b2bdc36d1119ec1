import { PageNotFound } from "./page-not-found";

/** The 404 of pages that need no sign-in. */
export default function ConsoleNotFound() {
  return (
    <main className="mx-auto w-full max-w-2xl px-4 py-16">
      <PageNotFound />
    </main>
  );
}
