import { missingProof, type TenancyPermission } from "@/lib/domain/operator/permission";
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
  new Response(`${message}\n`, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });

const notFound = () => refuse(404, "There is no such thing here.");

/**
 * Reads one text ahead of nobody: a slow reader slows the database down, and one who leaves ends
 * the walk.
 */
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
export const formatOf = (request: Request): Download["format"] =>
  new URL(request.url).searchParams.get("format") === "csv" ? "csv" : "json";

// A link on another site must not make an operator's browser walk through a tenancy.
const isFromOutside = (request: Request) =>
  ["cross-site", "same-site"].includes(request.headers.get("sec-fetch-site") ?? "none");

const refusals = {
  "fresh-passkey":
    "Use your passkey once more to download this. Go back to the page and choose the export there.",
  "passkey-session": "You signed in with an email code. Sign in with a passkey to download this.",
} as const;

/** The address of a download; a file below a tenancy has the parameters of its folders. */
interface DownloadParams {
  tenancyId: string;
}

/** GET of a download, with the permission that it declares. */
export type DownloadRoute<P extends DownloadParams> = ((
  request: Request,
  props: { params: Promise<P> },
) => Promise<Response>) & { declaration: { permission: TenancyPermission } };

/**
 * The GET handler of a download. It answers 404 without a session or the role, and for anything
 * that doesn't exist, and 403 until the session has proved what the permission needs.
 */
export function consoleDownload<P extends DownloadParams>(
  permission: TenancyPermission,
  make: (ctx: ConsoleContext, request: Request, params: P) => Promise<Download>,
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
    const made = await make(ctx, request, params).catch((error: unknown) => {
      if (isServiceError(error) && error.tag === "@error/NotFound") return null;
      throw error;
    });
    return made === null ? notFound() : toResponse(made, ctx.requestId);
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
