"use client";

import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/**
 * States whether the part of the page around it handles keys and clicks: `data-listening` is "true" once
 * React has hydrated it. Each part that the server streams on its own has one.
 */
export function Listening() {
  const isListening = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return <span hidden data-listening={isListening} />;
}
