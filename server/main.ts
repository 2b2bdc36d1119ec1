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
 * Responds while the database starts. The port is opened first, so that a busy port fails before
 * anything else changes.
 */
const respondStarting: Handle = (_request, response) =>
  sendError(
    response,
    new ServiceError("@error/Unavailable", undefined, "The service is starting."),
    { "Retry-After": "1" },
  );

/**
 * Methods of pages and server actions. Next would handle other methods like GET, or fail with 400
 * or 500.
 */
const pageMethods = new Set(["GET", "HEAD", "POST"]);

/**
 * Loads Next, which serves everything but the API. Called at the first page, so that a server of
 * API calls starts faster and needs less memory.
 */
async function loadPages(config: Config): Promise<Handle> {
  const { default: next } = await import("next");
  // Next gets a server of its own, because it adds an upgrade listener. Without one on our server,
  // Node serves requests with `Upgrade` as HTTP/1.1 (RFC 9110 §7.8). Java's HttpClient offers h2c
  // with every request.
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
  let pages: Promise<Handle> | undefined;
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
    pages ??= loadPages(config);
    pages.then(
      (handle) => handle(request, response),
      () => respondStarting(request, response),
    );
  };
}

/** Returns the hosts to listen on: in local mode only the loopback addresses. */
const hostsOf = (config: Config) => (config.mode === "local" ? ["127.0.0.1", "::1"] : [undefined]);

async function listen(config: Config, handle: Handle): Promise<Server[]> {
  const options = {
    headersTimeout: limits.requestHeadMs,
    // The longest limit; limitBodyTime applies the shorter one.
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
    // Node would drop headers after the first thousand, and a proxy's X-Forwarded-For can be the
    // last. Node's limit of 16 KB still applies.
    server.maxHeadersCount = 0;
    const code = await new Promise<string | undefined>((resolve) => {
      server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "unknown"));
      server.listen(config.port, host, () => resolve(undefined));
    });
    if (code === undefined) servers.push(server);
    else if (code === "EADDRINUSE")
      throw new StartupError(`Port ${config.port} is in use. Stop the other program or set PORT.`);
    else if (code === "EACCES")
      throw new StartupError(
        `This user may not open port ${config.port}. Set PORT to a port above 1023.`,
      );
    // Ignore failures on ::1: the machine may lack IPv6.
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

/** Describes where emails go, and warns if no provider is configured. */
function describeEmail({ mode, email, baseUrl }: Config): string {
  if (email !== undefined) return email.name;
  return mode === "local" ? `${baseUrl}/inbox` : "not sent: configure SMTP_URL or another provider";
}

/**
 * Describes the console's URL. Without an owner, it is a link that creates one; in production,
 * where more people read the logs, the command that prints such a link.
 */
async function describeConsole({ baseUrl, mode }: Config): Promise<string> {
  const service = getService();
  const system = await systemContext(service, { requestId: service.createId(), client: {} }).catch(
    (error: unknown) => {
      if (error instanceof ServiceError) return null;
      throw error;
    },
  );
  if (system === null) return "unavailable: passkeys need a BASE_URL with a domain name";
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
    `  Email     ${describeEmail(config)}`,
    `  Data      ${dataLocation}`,
    ...(config.mode === "local" ? [`  API key   ${config.dataFolder}/demo.json`] : []),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

async function start(): Promise<void> {
  const config = readProcessConfig();
  let handle = respondStarting;
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
    // A second signal exits immediately. The database recovers from that.
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
