import { missingProof, type TenancyPermission } from "@/lib/domain/base/permission";
import { isServiceError } from "@/lib/errors";
import { admitOperator, type ConsoleContext, findOperator } from "./console-context";

const contentTypes = { csv: "text/csv; charset=utf-8", json: "application/json" } as const;

/** A file that is generated while the client reads it. */
export interface Download {
  /** File name without extension. Characters other than letters, digits, _, . and - become dashes. */
  name: string;
  format: keyof typeof contentTypes;
  /** Advanced only when the client has read the previous chunk. */
  texts: AsyncIterable<string>;
}

const refuse = (status: number, message: string) =>
  new Response(`${message}\n`, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });

const notFound = () => refuse(404, "There is no such thing here.");

/** Streams without read-ahead: backpressure reaches the database, and a disconnect ends the query. */
function streamOf(texts: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const iterator = texts[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        // An empty chunk does not satisfy the pull, and the stream would stall.
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

/** Returns `csv` if the query requests it, otherwise `json`. */
export const formatOf = (request: Request): Download["format"] =>
  new URL(request.url).searchParams.get("format") === "csv" ? "csv" : "json";

// A link on another site must not start an export in an operator's browser.
const isFromOutside = (request: Request) =>
  ["cross-site", "same-site"].includes(request.headers.get("sec-fetch-site") ?? "none");

const refusals = {
  "fresh-passkey":
    "Confirm with your passkey to download this. Go back to the page and start the export there.",
  "passkey-session": "You signed in with an emailed code. Sign in with a passkey to download this.",
} as const;

/** Path parameters of a download. */
interface DownloadParams {
  tenancyId: string;
}

/** The GET handler of a download with its declared permission. */
export type DownloadRoute<P extends DownloadParams> = ((
  request: Request,
  props: { params: Promise<P> },
) => Promise<Response>) & { declaration: { permission: TenancyPermission } };

/**
 * Creates the GET handler of a download. It returns 404 without a session, a role or the resource,
 * and 403 if the permission requires a stronger session.
 */
export function consoleDownload<P extends DownloadParams>(
  permission: TenancyPermission,
  create: (ctx: ConsoleContext, request: Request, params: P) => Promise<Download>,
): DownloadRoute<P> {
  async function download(request: Request, props: { params: Promise<P> }): Promise<Response> {
    const params = await props.params;
    const session = await findOperator();
    const ctx =
      session === null || isFromOutside(request)
        ? null
        : await admitOperator(session, params.tenancyId, permission);
    if (ctx === null) return notFound();
    const missing = missingProof(ctx.strength, permission);
    if (missing !== null) return refuse(403, refusals[missing]);
    const file = await create(ctx, request, params).catch((error: unknown) => {
      if (isServiceError(error) && error.tag === "@error/NotFound") return null;
      throw error;
    });
    return file === null ? notFound() : toResponse(file, ctx.requestId);
  }
  return Object.assign(download, { declaration: { permission } });
}

function toResponse({ name, format, texts }: Download, requestId: string): Response {
  return new Response(streamOf(texts), {
    headers: {
      "Content-Type": contentTypes[format],
      "Content-Disposition": `attachment; filename="${name.replaceAll(/[^\w.-]/g, "-")}.${format}"`,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store",
      "X-Request-Id": requestId,
    },
  });
}
