"use client";

import { useEffect, useState } from "react";
import { loadIndex, type SearchIndex } from "./search-index";

// Kept after the search closes.
let loading: Promise<SearchIndex> | undefined;

async function fetchIndex(): Promise<SearchIndex> {
  const response = await fetch("/docs/search-index.json");
  if (!response.ok) throw new Error(`search index: ${response.status}`);
  return loadIndex(await response.text());
}

/** Returns the search index once it has loaded, or "failed". The next opening tries again. */
export function useSearchIndex(): SearchIndex | "loading" | "failed" {
  const [index, setIndex] = useState<SearchIndex | "loading" | "failed">("loading");
  useEffect(() => {
    let isOver = false;
    loading ??= fetchIndex();
    loading.then(
      (loaded) => !isOver && setIndex(loaded),
      () => {
        loading = undefined;
        if (!isOver) setIndex("failed");
      },
    );
    return () => {
      isOver = true;
    };
  }, []);
  return index;
}
