import { randomUUID } from "node:crypto";

const wellFormed = /^[A-Za-z0-9._:-]{8,128}$/;

/** The caller's X-Request-Id when it is well formed, else a new one. */
export function requestIdOf(given: string | null | undefined): string {
  return given && wellFormed.test(given) ? given : randomUUID().replaceAll("-", "");
}
