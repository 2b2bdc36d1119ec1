import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import pg from "pg";
import { Webhook } from "standardwebhooks";
import { copyUser, type Event, followEvents, inTransaction } from "./follow-events.ts";

const { DATABASE_URL, KEYSTEAD_WEBHOOK_SECRET = "", PORT = "4100" } = process.env;
const webhook = new Webhook(KEYSTEAD_WEBHOOK_SECRET);
const database = new pg.Client(DATABASE_URL);
let turn: Promise<unknown> = Promise.resolve();

/** Runs one piece of work after the other, because the connection has one transaction at a time. */
function inTurn(work: () => Promise<void>): Promise<void> {
  const done = turn.then(work);
  turn = done.catch(() => undefined);
  return done;
}

/** Handles every type alike: it reads again whom the event is about. */
const handleOnce = (id: string, { sub, detail }: Event) =>
  inTransaction(database, async () => {
    const insert = "INSERT INTO handled_event VALUES ($1) ON CONFLICT DO NOTHING";
    if ((await database.query(insert, [id])).rowCount === 0) return;
    for (const each of [sub, detail?.fromSub])
      if (each !== undefined) await copyUser(database, each);
  });

/** Applies what didn't arrive. The first time, copies all users. */
async function catchUp(): Promise<void> {
  while (await followEvents(database, 0));
}

/** Returns the status of the answer. Unless it is 2xx, Keystead sends the event again. */
async function receive(request: IncomingMessage): Promise<number> {
  if (!(Number(request.headers["content-length"]) <= 65_536)) return 413;
  const body = await text(request); // As it was sent: the signature is that of these bytes.
  let event: Event;
  try {
    event = webhook.verify(body, request.headers as Record<string, string>) as Event;
  } catch {
    return 401;
  }
  await inTurn(() => handleOnce(String(request.headers["webhook-id"]), event));
  return 204;
}

await database.connect();
await database.query("CREATE TABLE IF NOT EXISTS handled_event (id text PRIMARY KEY)");
await inTurn(catchUp);
setInterval(() => void inTurn(catchUp).catch(console.error), 10 * 60_000);

createServer((request, response) => {
  void receive(request)
    .catch((error: unknown) => {
      console.error(error);
      return 500;
    })
    .then((status) => response.writeHead(status).end());
}).listen(Number(PORT), () => console.log(`Receiving events at http://localhost:${PORT}`));
