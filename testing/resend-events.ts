import { randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { getConfig, setConfig } from "@/lib/config";
import { callApi } from "./api-client";
import type { TestService } from "./test-service";

export const resendSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/** Accepts events of Resend from here on. @returns a function that restores the configuration */
export function acceptResendEvents(): () => void {
  const config = getConfig();
  setConfig({ ...config, emailWebhookSecret: resendSecret });
  return () => setConfig(config);
}

/** An event as Resend sends it: its type and data. */
export interface SampleEvent {
  type: string;
  data: Record<string, unknown>;
}

interface SampleChanges {
  messageId?: string;
  to?: string;
  type?: string;
  /** Null leaves it out. */
  bounce?: object | null;
  emailAgeMs?: number;
}

/** An event about an email, by default a permanent bounce of an email that is minutes old. */
export const sampleEvent = (
  { clock }: TestService,
  {
    messageId = randomUUID(),
    to = "ada@example.com",
    type = "email.bounced",
    bounce = { type: "Permanent", subType: "General", message: "550 5.1.1 no such user" },
    emailAgeMs = 120_000,
  }: SampleChanges = {},
): SampleEvent => ({
  type,
  data: {
    email_id: messageId,
    created_at: new Date(clock.now() - emailAgeMs).toISOString(),
    from: "Shop <codes@shop.example>",
    to: [to],
    subject: "Your sign-in code",
    ...(type === "email.bounced" && bounce !== null ? { bounce } : {}),
  },
});

/** Signs a body as Resend does. */
export function signedHeaders(
  { clock }: TestService,
  body: string,
  { secret = resendSecret, atMs = clock.now(), id = "msg_1" } = {},
): Record<string, string> {
  return {
    "content-type": "application/json",
    "svix-id": id,
    "svix-timestamp": String(Math.floor(atMs / 1_000)),
    "svix-signature": new Webhook(secret).sign(id, new Date(atMs), body),
  };
}

/** Posts a body to the endpoint. @returns the status and the error's tag */
export async function postEvent(
  body: string,
  headers: Record<string, string>,
): Promise<{ status: number; tag?: string }> {
  const { status, body: reply } = await callApi("POST", "/hooks/email/resend", { body, headers });
  const tag = (reply as { _tag?: string } | undefined)?._tag;
  return { status, ...(tag === undefined ? {} : { tag }) };
}

/** Signs and posts an event. @returns the status */
export async function sendEvent(service: TestService, event: SampleEvent): Promise<number> {
  const body = JSON.stringify(event);
  return (await postEvent(body, signedHeaders(service, body))).status;
}
