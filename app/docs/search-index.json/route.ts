import { listEntries } from "@/app/docs/search/list-entries";
import { buildIndex } from "@/app/docs/search/search-index";

export const dynamic = "force-static";

/** The search index of the documentation, built with the application. */
export function GET(): Response {
  return new Response(buildIndex(listEntries()), {
    headers: { "Content-Type": "application/json", "Cache-Control": "public, max-age=300" },
  });
}
