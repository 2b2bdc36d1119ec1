import { randomUUID } from "node:crypto";

const wellFormed = /^[A-Za-z0-9._:-]{8,128}$/;

/** Returns the caller's X-Request-Id if it is well formed, otherwise a new id. */
export function requestIdOf(given: string | null | undefined): string {
  return given && wellFormed.test(given) ? given : randomUUID().replaceAll("-", "");
}
