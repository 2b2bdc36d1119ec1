import { getConfig } from "@/lib/config";
import { userSearchIndex } from "@/lib/domain/user/search/search-index";
import { lifetimes } from "@/lib/limits";
import { createOptionalIndex, type OptionalIndex } from "@/lib/platform/optional-index";
import { getService } from "./service";

/** Makes one attempt. Returns whether another one is needed. */
async function attempt(index: OptionalIndex, signal: AbortSignal): Promise<boolean> {
  const { log } = getService();
  try {
    const result = await createOptionalIndex(getConfig().databaseUrl, index, signal);
    if (result.state === "unavailable")
      log.warn(
        { event: "search.prefixes_only", reason: result.reason },
        "PostgreSQL lacks pg_trgm or btree_gin, so searches find prefixes and new users only",
      );
    else if (result.state === "ready" && result.wasCreated)
      log.info({ event: "search.index_created" }, "search index created");
    return result.state === "busy";
  } catch (error) {
    if (signal.aborted) return false;
    log.warn(
      { event: "search.index_failed", error: error instanceof Error ? error.name : "unknown" },
      "creating the search index failed; will retry",
    );
    return true;
  }
}

/**
 * Creates the search index in the background. Until it exists, searches find prefixes only.
 * @returns a function that stops it without waiting
 */
export function startSearchIndex(index: OptionalIndex = userSearchIndex): () => void {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const run = async () => {
    const isRetryNeeded = await attempt(index, controller.signal);
    if (!isRetryNeeded || controller.signal.aborted) return;
    timer = setTimeout(() => void run(), lifetimes.searchIndexRetryMs);
    timer.unref();
  };
  void run();
  return () => {
    controller.abort();
    clearTimeout(timer);
  };
}
