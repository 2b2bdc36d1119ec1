import { getConfig } from "@/lib/config";
import { isOwnHost, listInbox } from "@/lib/domain/user/email/list-inbox";
import { ServiceError } from "@/lib/errors";
import { runCall } from "./call";
import { errorReply, jsonReply } from "./respond";
import { methodNames, type RouteHandler, type RouteModule } from "./route-module";
import { requireWellFormedText } from "./well-formed-text";

const forwarding = /^(forwarded|via|x-real-ip|x-forwarded-.*)$/;

/** Whether a proxy or a tunnel passed the request on: it may come from another machine. */
const isForwarded = (headers: Headers) => [...headers.keys()].some((name) => forwarding.test(name));

const read: RouteHandler = (request, context) =>
  runCall(
    request,
    context,
    { label: "readInbox", errors: new Set(["@error/NotFound", "@error/BadRequest"]) },
    async ({ service }) => {
      const { headers, url } = request;
      if (getConfig().mode !== "local" || !isOwnHost(headers.get("host")) || isForwarded(headers))
        throw new ServiceError("@error/NotFound");
      const recipient = new URL(url).searchParams.get("email") ?? undefined;
      requireWellFormedText({ email: recipient });
      const emails = await listInbox(service, { recipient });
      return jsonReply(200, {
        _tag: "Inbox",
        emails: emails.map(({ id, sender, recipient: to, subject, text, html, receivedAt }) => ({
          id,
          from: sender,
          to,
          subject,
          text,
          html,
          receivedAt: receivedAt.getTime(),
        })),
      });
    },
  );

const refused: RouteHandler = (request, context) =>
  runCall(request, context, { label: "readInbox", errors: new Set() }, () =>
    Promise.resolve(errorReply(new ServiceError("@error/MethodNotAllowed"), { Allow: "GET" })),
  );

/**
 * Serves the emails of local mode as JSON, for tests and scripts on this machine. Returns NotFound in
 * every other mode, on foreign host names and behind a proxy, because the emails contain codes; and
 * never CORS headers. Not part of the contract's API.
 */
export function inboxEndpoint(): RouteModule {
  return Object.fromEntries(
    methodNames.map((method) => [method, method === "GET" ? read : refused]),
  ) as RouteModule;
}
