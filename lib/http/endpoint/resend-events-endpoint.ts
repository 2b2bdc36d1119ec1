import { getConfig } from "@/lib/config";
import { recordEmailEvent } from "@/lib/domain/user/mailbox-problem/record-email-event";
import {
  isRecent,
  isSigned,
  readResendEvent,
  type Signature,
} from "@/lib/domain/user/mailbox-problem/resend-event";
import { badRequest, type ErrorTag, ServiceError } from "@/lib/errors";
import { runCall } from "./call";
import { readBytes } from "./read-json";
import { errorReply } from "./respond";
import { methodNames, type RouteHandler, type RouteModule } from "./route-module";

const label = "receiveResendEvent";

const errors = new Set<ErrorTag>([
  "@error/NotFound",
  "@error/Forbidden",
  "@error/PayloadTooLarge",
  "@error/BadRequest",
  "@error/Unavailable",
]);

const forged = () =>
  new ServiceError("@error/Forbidden", undefined, "The event has no valid, recent signature.");

const readSignature = ({ headers }: Request): Signature => ({
  id: headers.get("svix-id") ?? "",
  timestamp: headers.get("svix-timestamp") ?? "",
  signatures: headers.get("svix-signature") ?? "",
});

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString("utf8"));
  } catch {
    throw badRequest("", "The body is not valid JSON.");
  }
}

/** The time is checked before the body is read, and the signature before anything is parsed. */
const receive: RouteHandler = (request, context) =>
  runCall(request, context, { label, errors }, async ({ service }) => {
    const { emailWebhookSecret: secret } = getConfig();
    if (secret === undefined)
      throw new ServiceError(
        "@error/NotFound",
        undefined,
        "Events of Resend are off. Set EMAIL_WEBHOOK_SECRET to turn them on.",
      );
    const signature = readSignature(request);
    if (!isRecent(signature, service.clock.now())) throw forged();
    const body = await readBytes(request);
    if (!isSigned(signature, body, secret)) throw forged();
    const event = readResendEvent(parse(body));
    if (event !== undefined) await recordEmailEvent(service, event);
    return new Response(null, { status: 204 });
  });

const refused: RouteHandler = (request, context) =>
  runCall(request, context, { label, errors: new Set() }, () =>
    Promise.resolve(errorReply(new ServiceError("@error/MethodNotAllowed"), { Allow: "POST" })),
  );

/**
 * Receives events about emails that Resend accepted. Events about other emails and of other types get
 * a 204, too, so that Resend doesn't repeat them. Not part of the contract's API.
 */
export function resendEventsEndpoint(): RouteModule {
  return Object.fromEntries(
    methodNames.map((method) => [method, method === "POST" ? receive : refused]),
  ) as RouteModule;
}
