import { stepUpUntil } from "@/lib/domain/operator/find-session";
import { ruleOf, type Permission } from "@/lib/domain/operator/permission";
import { isServiceError } from "@/lib/errors";
import { admitOperator, findOperator, type ConsoleContext } from "./console-context";

const contentTypes = { csv: "text/csv; charset=utf-8", json: "application/json" } as const;

/** A file that is made while it is read. */
export interface Download {
  /** Without the ending; letters, digits, dots and dashes. */
  name: string;
  format: keyof typeof contentTypes;
  /** Asked for the next text only when the reader has taken the one before. */
  texts: AsyncIterable<string>;
}

const refuse = (status: number, message: string) =>
  new Response(`${message}\n`, { status, headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" } });

const notFound = () => refuse(404, "There is no such thing here.");

/** Reads one text ahead of nobody: a slow reader slows the database down, and one who leaves ends the walk. */
function streamOf(texts: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const iterator = texts[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        // An empty text would leave the reader waiting.
        for (;;) {
          const step = await iterator.next();
          if (step.done === true) return controller.close();
          if (step.value !== "") return controller.enqueue(encoder.encode(step.value));
        }
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/** `csv` where the query says so, else `json`. */
export const formatOf = (request: Request): Download["format"] => (new URL(request.url).searchParams.get("format") === "csv" ? "csv" : "json");

// A link on another site must not make an operator's browser walk through a tenancy.
const isFromOutside = (request: Request) => ["cross-site", "same-site"].includes(request.headers.get("sec-fetch-site") ?? "none");

/**
 * GET of a download: admits like a page, and answers 404 to whoever is not signed in or may not, and when what is asked for is not there; a permission that wants
 * a step-up answers 403 until there was one.
 */
export async function consoleDownload(
  { request, tenancyId, permission }: { request: Request; tenancyId: string; permission: Permission },
  make: (ctx: ConsoleContext) => Promise<Download>,
): Promise<Response> {
  const session = await findOperator();
  const ctx = session === null || isFromOutside(request) ? null : await admitOperator(session, tenancyId, permission);
  if (session === null || ctx === null) return notFound();
  if (ruleOf(permission).stepUp === true && stepUpUntil(session) <= ctx.clock.now()) return refuse(403, "Use your passkey once more to do this.");
  const made = await make(ctx).catch((error: unknown) => {
    if (isServiceError(error) && error.tag === "@error/NotFound") return null;
    throw error;
  });
  if (made === null) return notFound();
  const { name, format, texts } = made;
  return new Response(streamOf(texts), {
    headers: {
      "Content-Type": contentTypes[format],
      "Content-Disposition": `attachment; filename="${name.replaceAll(/[^\w.-]/g, "-")}.${format}"`,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store",
      "X-Request-Id": ctx.requestId,
    },
  });
}
