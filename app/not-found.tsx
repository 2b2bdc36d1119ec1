import { PageLinks } from "./landing/page-links";
import { TopBar } from "./landing/top-bar";

export default function NotFound() {
  return (
    <>
      <TopBar />
      <main className="mx-auto flex max-w-6xl flex-col gap-4 px-5 py-20 sm:px-8">
        <h1 className="text-3xl font-semibold tracking-tight">Page not found</h1>
        <p className="text-pretty text-quiet">
          The URL may be mistyped, or the page may have been removed. Try one of these:
        </p>
        <PageLinks />
      </main>
    </>
  );
}
