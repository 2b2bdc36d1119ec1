import { createServer, type Server } from "node:http";
import { readProcessConfig, type Config } from "@/lib/config";
import { lifetimes, limits } from "@/lib/limits";
import { createSetUpLink, hasOperators } from "@/lib/domain/operator/session/operator-link";
import { systemContext } from "@/lib/domain/operator/operator-context";
import { getSigningKey } from "@/lib/domain/signing-key/get-signing-key";
import { refuseWeakSecret } from "@/lib/domain/signing-key/refuse-weak-secret";
import { ServiceError, StartupError } from "@/lib/errors";
import { limitBodyTime } from "@/lib/http/admission/body-deadline";
import { createPageTurns } from "@/lib/http/admission/page-turns";
import { startBackgroundWork } from "@/lib/service/background-work";
import { createApiRouter, stampRequest } from "@/lib/http/router/router";
import { closeService, getService } from "@/lib/service/service";
import { sendError } from "@/lib/http/router/send-error";
import { createSocketLimits, type Handle } from "@/lib/http/admission/socket-limits";
import { transportSecurityHeaders } from "@/lib/http/router/transport-security";
import { prepareStart, type PreparedStart } from "@/lib/platform/prepare-start";
import { seed } from "@/prisma/seed";
import { routes } from "./routes.generated";

/**
 * Holds the port while the database starts, so that a busy one is known before anything else is
 * touched.
 */
const answerStarting: Handle = (_request, response) =>
  sendError(
    response,
    new ServiceError("@error/Unavailable", undefined, "The service is starting."),
    { "Retry-After": "1" },
  );

/**
 * Pages and their actions. Next would answer any other method as if it were GET, or with a 400 or
 * 500.
 */
const pageMethods = new Set(["GET", "HEAD", "POST"]);

/** Next serves what is not the API; it is loaded behind the first answer. */
async function loadPages(config: Config): Promise<Handle> {
  const { default: next } = await import("next");
  // Next listens for upgrades on the server that it is given. Ours has no such listener, so Node
  // serves a request with `Upgrade` as HTTP/1.1 (RFC 9110 §7.8); Java's HttpClient offers h2c with
  // every request.
  const app = next({
    dev: false,
    dir: process.cwd(),
    hostname: "localhost",
    port: config.port,
    httpServer: createServer(),
  });
  await app.prepare();
  const handle = app.getRequestHandler();
  return createPageTurns((request, response) => void handle(request, response));
}

function createHandle(config: Config): Handle {
  const api = createApiRouter(routes);
  const pages = loadPages(config);
  return (request, response) => {
    const requestId = stampRequest(request, config.trustedProxyHops);
    const isApi = api.match(request);
    limitBodyTime(request, isApi && api.readsLines(request));
    if (isApi) return void api.listener(request, response);
    response.setHeader("X-Request-Id", requestId);
    for (const [name, value] of Object.entries(transportSecurityHeaders()))
      response.setHeader(name, value);
    if (!pageMethods.has(request.method ?? ""))
      return sendError(response, new ServiceError("@error/MethodNotAllowed"), {
        Allow: [...pageMethods].join(", "),
      });
    pages.then(
      (handle) => handle(request, response),
      () => answerStarting(request, response),
    );
  };
}

/** Local mode serves this machine alone, on both loopback addresses where there are two. */
const hostsOf = (config: Config) => (config.mode === "local" ? ["127.0.0.1", "::1"] : [undefined]);

async function listen(config: Config, handle: Handle): Promise<Server[]> {
  const options = {
    headersTimeout: limits.requestHeadMs,
    // The longest of all; see limitBodyTime.
    requestTimeout: limits.requestLinesMs,
    connectionsCheckingInterval: limits.connectionsCheckedEveryMs,
  };
  const limitSockets = createSocketLimits(handle, {
    waitingRequests: limits.waitingRequests,
    stalledMs: limits.stalledSocketMs,
    connectionsPerAddress: config.trustedProxyHops === 0 ? limits.connectionsPerAddress : undefined,
    connections: limits.connections,
  });
  const servers: Server[] = [];
  for (const host of hostsOf(config)) {
    const server = createServer(options);
    limitSockets(server);
    // Node would keep the first thousand headers alone, and a proxy writes X-Forwarded-For behind
    // its client's; 16 KB bound them.
    server.maxHeadersCount = 0;
    const code = await new Promise<string | undefined>((resolve) => {
      server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "unknown"));
      server.listen(config.port, host, () => resolve(undefined));
    });
    if (code === undefined) servers.push(server);
    else if (code === "EADDRINUSE")
      throw new StartupError(`Port ${config.port} is in use; stop the other program or set PORT.`);
    else if (code === "EACCES")
      throw new StartupError(
        `Port ${config.port} needs rights that this user lacks; set PORT to one above 1023.`,
      );
    // A machine without IPv6 has only the first.
    else if (host !== "::1")
      throw new StartupError(`Port ${config.port} cannot be opened (${code}).`);
  }
  return servers;
}

async function drain(servers: Server[]): Promise<void> {
  const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)));
  const late = setTimeout(
    () => servers.forEach((server) => server.closeAllConnections()),
    lifetimes.drainMs,
  );
  await Promise.all(closed);
  clearTimeout(late);
}

/** Where e-mails go; a start without a provider should not look like one with it. */
function describeMail({ mode, resend, smtpUrl, baseUrl }: Config): string {
  if (resend !== undefined) return "Resend";
  if (smtpUrl !== undefined) return new URL(smtpUrl).host;
  return mode === "local"
    ? `${baseUrl}/inbox`
    : "nowhere: set SMTP_URL or RESEND_API_KEY, or codes expire unsent";
}

/**
 * Where the console is. While it has no owner: by a link that makes one, or in production, where
 * many read the logs, by the command that prints one.
 */
async function describeConsole({ baseUrl, mode }: Config): Promise<string> {
  const service = getService();
  const system = await systemContext(service, { requestId: service.createId(), client: {} }).catch(
    (error: unknown) => {
      if (error instanceof ServiceError) return null;
      throw error;
    },
  );
  if (system === null) return "nowhere: passkeys need a BASE_URL with a domain name";
  if (mode === "production" && !(await hasOperators(system)))
    return `${baseUrl}/console (no owner yet; run: npm run -s keystead -- operator recover --email you@example.com)`;
  const setUp = mode === "production" ? null : await createSetUpLink(system);
  return setUp === null
    ? `${baseUrl}/console`
    : `${setUp.link} (creates the first owner; expires in one hour)`;
}

async function announce({ config, dataLocation }: PreparedStart): Promise<void> {
  const lines = [
    `Keystead is ready at ${config.baseUrl}`,
    `  Console   ${await describeConsole(config)}`,
    ...(config.mode === "local" ? [`  Demo      ${config.baseUrl}/demo`] : []),
    `  OpenAPI   ${config.baseUrl}/openapi.json`,
    `  Keys      ${config.baseUrl}/.well-known/jwks.json`,
    `  Health    ${config.baseUrl}/readyz`,
    `  Mail      ${describeMail(config)}`,
    `  Data      ${dataLocation}`,
    ...(config.mode === "local" ? [`  API key   ${config.dataFolder}/demo.json`] : []),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

async function start(): Promise<void> {
  const config = readProcessConfig();
  let handle = answerStarting;
  const servers = await listen(config, (request, response) => handle(request, response));
  let prepared: PreparedStart | undefined;
  let stopBackgroundWork = () => Promise.resolve();
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    await drain(servers);
    await stopBackgroundWork();
    await closeService();
    await prepared?.stop();
  };
  const onSignal = () => {
    // Asked twice, somebody is in a hurry; the database survives that.
    if (stopping !== undefined) process.exit(1);
    stopping = stop();
    void stopping.then(() => process.exit(0), fail);
  };
  try {
    prepared = await prepareStart(config);
    process.on("SIGTERM", onSignal).on("SIGINT", onSignal);
    await seed(getService(), prepared.config);
    await refuseWeakSecret(getService(), prepared.config);
    await getSigningKey(getService());
    stopBackgroundWork = startBackgroundWork();
    handle = createHandle(prepared.config);
    await announce(prepared);
  } catch (error) {
    await stop();
    throw error;
  }
}

function fail(error: unknown): void {
  const text =
    error instanceof StartupError
      ? error.message
      : error instanceof Error
        ? error.stack
        : String(error);
  process.stderr.write(`keystead: ${text}\n`);
  process.exit(1);
}

start().catch(fail);
