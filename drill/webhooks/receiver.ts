import { type Receiver, startReceiver } from "@/bench/webhooks/start-receiver";
import { type Behavior, behaviors, redirectPath } from "./behaviors";

/** A request of Keystead to a webhook, as it arrived. */
export interface Arrival {
  headers: Record<string, string>;
  body: string;
}

/** A server that plays every webhook of the drill: the path is the behavior. */
export interface WebhookReceiver extends Pick<Receiver, "env" | "close"> {
  urlOf(behavior: Behavior): string;
  /** In the order of their arrival. */
  arrivalsOf(behavior: Behavior): Arrival[];
  /** Requests that followed a redirect. */
  redirected(): number;
  /** Lets a webhook answer 200 from now on. */
  heal(behavior: Behavior): void;
}

const isBehavior = (text: string): text is Behavior => text in behaviors;

const signedHeaders = ["webhook-id", "webhook-timestamp", "webhook-signature"];

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const arrivals = new Map<Behavior, Arrival[]>();
  const healed = new Set<Behavior>();
  let redirected = 0;
  const receiver = await startReceiver(({ path, headers, body }, response) => {
    if (path === redirectPath) redirected++;
    const name = path.slice(1);
    if (!isBehavior(name)) return void response.writeHead(404).end();
    const ofName = arrivals.get(name) ?? [];
    const signed = signedHeaders.map((each) => [each, String(headers[each])]);
    ofName.push({ headers: Object.fromEntries(signed) as Record<string, string>, body });
    arrivals.set(name, ofName);
    behaviors[healed.has(name) ? "ok" : name](response);
  });
  return {
    ...receiver,
    urlOf: (behavior) => receiver.urlOf(`/${behavior}`),
    arrivalsOf: (behavior) => arrivals.get(behavior) ?? [],
    redirected: () => redirected,
    heal: (behavior) => void healed.add(behavior),
  };
}
