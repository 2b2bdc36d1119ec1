import { Socket } from "node:net";
import pg from "pg";
import { readDatabaseTarget } from "./database-target";

export interface WatchLimits {
  checkEveryMs: number;
  /** How long the database may send nothing while a statement waits, before it is asked. */
  silentMs: number;
  /** How long a new connection may take when the database is asked. */
  answerMs: number;
  /** How long one connection may be silent in both directions while others work. */
  lostMs: number;
}

/** Ends a connection whose statement has no response. It may have been executed. */
class NoResponse extends Error {
  override name = "NoResponse";
  /** PostgreSQL's `connection_failure`. */
  readonly code = "08006";
}

/** Refuses a new connection while the database hangs. No statement was sent. */
class DatabaseHangs extends Error {
  override name = "DatabaseHangs";
  /** PostgreSQL's `cannot_connect_now`. */
  readonly code = "57P03";
}

export interface DatabaseWatch {
  /** Creates the socket of a new connection. */
  openSocket: () => Socket;
  stop: () => void;
}

/** Whether the database accepts a new connection, or at least rejects it. */
async function responds(databaseUrl: string, timeoutMs: number): Promise<boolean> {
  const { Client, connection } = readDatabaseTarget(databaseUrl);
  const client = new Client({
    ...connection,
    connectionTimeoutMillis: timeoutMs,
    application_name: "keystead-watch",
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    return error instanceof pg.DatabaseError;
  } finally {
    void client.end().catch(() => undefined);
  }
}

/**
 * Ends the connections of a database that hangs, because TCP alone would wait for minutes.
 *
 * 1. Nothing arrives on any connection for `silentMs` while a statement or connection waits.
 * 2. The database doesn't answer a new connection within `answerMs`. A slow statement stops here.
 * 3. All connections are destroyed, so no one reads the rest of a reply, and new ones fail at once.
 * 4. The database is asked again until it answers.
 */
export function watchDatabase({
  databaseUrl,
  limits: { checkEveryMs, silentMs, answerMs, lostMs },
  isWaiting,
}: {
  databaseUrl: string;
  limits: WatchLimits;
  /** Whether a statement or a new connection waits for the database. */
  isWaiting: () => boolean;
}): DatabaseWatch {
  const sockets = new Map<Socket, { read: number; written: number; activeAt: number }>();
  /**
   * Milliseconds that this process has run between checks. A pause of the process counts as two
   * checks, because what the database sent meanwhile is read only after it.
   */
  let ranMs = 0;
  let checkedAt = 0;
  let heardAt = 0;
  let hangs = false;
  let isAsking = false;
  let timer: NodeJS.Timeout | undefined;

  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };

  async function ask(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    const askedAt = ranMs;
    const answered = await responds(databaseUrl, answerMs);
    isAsking = false;
    if (answered) heardAt = ranMs;
    // On a busy machine the answer can be late while statements still complete.
    hangs = !answered && (hangs || heardAt < askedAt);
    if (!hangs) return;
    for (const socket of sockets.keys())
      socket.destroy(new NoResponse("the database does not respond"));
  }

  function check(): void {
    const checked = performance.now();
    ranMs += Math.min(checked - checkedAt, 2 * checkEveryMs);
    checkedAt = checked;
    const now = ranMs;
    for (const [socket, seen] of sockets) {
      const { bytesRead: read, bytesWritten: written } = socket;
      if (read !== seen.read) heardAt = now;
      if (read !== seen.read || written !== seen.written)
        sockets.set(socket, { read, written, activeAt: now });
      else if (now - seen.activeAt > lostMs)
        socket.destroy(new NoResponse("the connection to the database is lost"));
    }
    if (!isWaiting()) heardAt = now;
    if (hangs || now - heardAt > silentMs) void ask();
    else if (sockets.size === 0) stop();
  }

  function openSocket(): Socket {
    const socket = new Socket();
    if (hangs) {
      setImmediate(() => socket.destroy(new DatabaseHangs("the database does not respond")));
      return socket;
    }
    sockets.set(socket, { read: 0, written: 0, activeAt: ranMs });
    socket.once("close", () => sockets.delete(socket));
    if (timer === undefined) {
      checkedAt = performance.now();
      heardAt = ranMs;
      timer = setInterval(check, checkEveryMs).unref();
    }
    return socket;
  }

  return { openSocket, stop };
}
