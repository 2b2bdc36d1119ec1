import { lifetimes } from "@/lib/limits";

/** What a reply contains, and so how long it is kept (contract §10). */
export type ReplyContent = "registration token" | "authentication token" | "code" | "state";

/** How long a reply to a request with an Idempotency-Key is kept, in ms. */
export function replyKeptMs(content: ReplyContent, { codeMs }: { codeMs: number }): number {
  switch (content) {
    case "registration token":
      return lifetimes.registrationTokenMs;
    case "authentication token":
      return lifetimes.authenticationTokenMs;
    case "code":
      return codeMs;
    case "state":
      return lifetimes.idempotentRequestMs;
  }
}
